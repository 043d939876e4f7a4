// Payloads for tests, made from the content schemas: every route can be rendered before there is
// any content, and a schema that changes under a component fails here.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { LocaleCode, Route } from '@portico/app'
import { prefixed, siteLocales } from '@portico/app/i18n'
import type { Json, PageInput, Query, Site } from '@portico/app/page'
import { routes } from '#/routes.ts'

type Schema = {
  type?: string
  enum?: Json[]
  properties?: Record<string, Schema>
  items?: Schema
  minItems?: number
  pattern?: string
  additionalProperties?: false | Schema
  'x-format'?: string
  'x-localized'?: boolean
  'x-ref'?: string
  'x-image'?: boolean
}

const content = join(import.meta.dirname, '../../../content')

const schemas: Record<string, Schema> = Object.fromEntries(
  readdirSync(content, { withFileTypes: true })
    // `content/static/` has no schema: its files are no entries.
    .filter(({ name }) => existsSync(join(content, name, '_schema.json')))
    .map(({ name }) => [name, JSON.parse(readFileSync(join(content, name, '_schema.json'), 'utf8')) as Schema]),
)

/** Entries that every list answers with. */
const LIST_LENGTH = 3

/** A page of the route `id`, complete, with texts that name their field. */
export function sampleInput(id: string, locale: LocaleCode): PageInput {
  const route = routes.find((candidate) => candidate.id === id)
  if (route === undefined) throw new Error(`no route \`${id}\``)
  const path = route.path.replace(':id', 'sample')
  return {
    renderer: '0'.repeat(32),
    route: id,
    path: prefixed(path, locale),
    locale,
    payload: {
      params: route.path.includes(':id') ? { id: 'sample' } : {},
      data: answers(route),
      alternates: siteLocales().map(({ code }) => ({ locale: code, href: prefixed(path, code) })),
    },
    head: { title: `${id} title`, description: `${id} description`, canonical: `https://site.example${prefixed(path, locale)}` },
    site: sampleSite,
  }
}

/** A site's public configuration. */
export const sampleSite: Site = {
  name: { 'zh-CN': '潮', en: 'Tide' },
  legalName: { 'zh-CN': '潮公司', en: 'Tide Ltd.' },
  notice: { 'zh-CN': '示例', en: 'Sample' },
  founded: 2011,
  offices: [{ 'zh-CN': '杭州', en: 'Hangzhou' }],
  address: { 'zh-CN': '海边1号', en: '1 Shore Road' },
  email: 'hello@site.example',
  assets: [1, 3, 2],
  filing: { icp: 'ICP', publicSecurity: 'PS' },
  runtime: { apiBase: '', localeCookie: 'i18n_redirected', storage: 'local', versionPollSeconds: 3600 },
}

function answers(route: Route): Record<string, Json> {
  return Object.fromEntries(Object.entries(route.data ?? {}).map(([name, query]) => [name, answer(query)]))
}

function answer(query: Query): Json {
  if (query.query === 'config') return {}
  const many = () => Array.from({ length: LIST_LENGTH }, (_, index) => entry(query.collection, query.fields, index))
  if (query.query === 'entry') return entry(query.collection, query.fields, 0)
  if (query.query === 'neighbours') {
    const [before = {}, after = {}] = many()
    return { before, after }
  }
  if (query.query !== 'list') return many()
  const list = { items: many(), total: LIST_LENGTH }
  return query.pageSize === undefined ? list : { ...list, page: 1, pages: 2 }
}

function entry(collection: string, fields: readonly string[], index: number): Json {
  const result: Record<string, Json> = {}
  for (const field of fields) {
    const [own, behind] = field.split('.') as [string, string | undefined]
    const reference = schemaOf(collection).properties?.[own]?.['x-ref']
    const value = behind === undefined ? fieldValue(collection, own, index) : fieldValue(reference as string, behind, index)
    if (behind === undefined) result[own] = value
    else result[own] = { ...(result[own] as Record<string, Json> | undefined), [behind]: value }
  }
  return result
}

function fieldValue(collection: string, field: string, index: number): Json {
  if (field === 'slug') return `${collection}-${index}`
  if (field === 'href') return `/${collection}/sample-${index}`
  if (field === 'body') return `<h2 id="h">Body</h2><p>Body of ${collection} ${index}.</p>`
  if (field === 'headings') return [{ id: 'h', text: 'Body' }]
  const schema = schemaOf(collection).properties?.[field]
  if (schema === undefined) throw new Error(`no field \`${field}\` in content/${collection}/_schema.json`)
  return value(schema, field, index)
}

function value(schema: Schema, name: string, index: number): Json {
  if (schema['x-localized']) return localized(schema, name, index)
  if (schema['x-format']) return formatted(schema, index)
  if (schema['x-ref']) return `${schema['x-ref']}-${index}`
  if (schema['x-image']) return { src: `/media/${name}.jpg?t=${index}`, width: 1600, height: 900, sources: [] }
  if (schema.enum) return schema.enum[index % schema.enum.length] as Json
  if (schema.items) {
    const { items } = schema
    return Array.from({ length: schema.minItems ?? 2 }, (_, place) => value(items, `${name}${place}`, place))
  }
  if (schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([key, inner]) => [key, value(inner, key, index)]))
  }
  if (schema.type === 'integer' || schema.type === 'number') return 2020 + index
  return schema.pattern ? patterned(schema.pattern, index) : `${name} ${index}`
}

function localized({ additionalProperties: text }: Schema, name: string, index: number): Json {
  return text && text.pattern !== undefined ? patterned(text.pattern, index) : `${name} text`
}

function formatted(schema: Schema, index: number): Json {
  if (schema.type === 'string') return { value: `2026-05-0${index + 1}`, text: `${index + 1} May 2026` }
  return { value: 10 + index, text: `${10 + index}.0` }
}

/** A text for each of the patterns that the schemas use. */
function patterned(pattern: string, index: number): string {
  const candidates = [`sample-${index}`, `sample${index}`, `/sample-${index}`, `${2016 + index}`, `${index + 1}.5`]
  const fitting = candidates.find((candidate) => new RegExp(pattern).test(candidate))
  if (fitting === undefined)
    throw new Error(`no sample text fits the pattern \`${pattern}\`; add one to ${basename(import.meta.filename)}`)
  return fitting
}

function schemaOf(collection: string): Schema {
  const schema = schemas[collection]
  if (schema === undefined) throw new Error(`no collection \`${collection}\` in content/`)
  return schema
}
