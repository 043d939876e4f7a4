// The fields that a new entry is asked for, and the values of its files.

import type { Collection, Entry, Fields, Schema, SiteLocale, Value } from '../api.ts'
import { emptyValue, inputOf } from '../lib/schema.ts'
import type { NewValues } from './plans.ts'

/** A field of the form. `locale` is undefined for a value that all languages share. */
export type FormField = {
  key: string
  name: string
  locale: string | undefined
  language: string | undefined
  schema: Schema
  /** Its value before anything is typed. */
  start: Value | undefined
  isTitle: boolean
}

const TITLES = ['title', 'name', 'label']

/** The form: titles first, then the fields of each language, then those that all share. */
export function formOf(collection: Collection, locales: SiteLocale[], entries: Entry[]): FormField[] {
  const { kind, schema } = collection
  const required = (schema.required ?? []).filter((name) => isAsked(schema.properties?.[name]))
  const fields = required.flatMap((name) => {
    const own = schema.properties?.[name] ?? {}
    if (own['x-localized']) {
      const text = typeof own.additionalProperties === 'object' ? own.additionalProperties : { type: 'string' }
      return locales.map((locale) => fieldOf(name, { ...text, description: own.description ?? '' }, locale, entries))
    }
    const isShared = kind === 'data' || schema['x-collection']?.shared?.includes(name)
    return isShared ? [fieldOf(name, own, undefined, entries)] : locales.map((locale) => fieldOf(name, own, locale, entries))
  })
  const rank = ({ isTitle, locale }: FormField) => (isTitle ? 0 : locale === undefined ? 2 : 1)
  return fields.toSorted((a, b) => rank(a) - rank(b))
}

/** The values of the files; lists and groups, which are not asked for, begin empty. */
export function valuesOf(form: FormField[], typed: Fields, { kind, schema }: Collection): NewValues {
  const values: NewValues = { shared: {}, byLocale: {} }
  for (const name of schema.required ?? []) {
    const own = schema.properties?.[name]
    if (own !== undefined && !isAsked(own)) values.shared[name] = emptyValue(own)
  }
  for (const { key, name, locale, start } of form) {
    const value = typed[key] ?? start ?? ''
    const isInside = kind === 'data' || schema.properties?.[name]?.['x-localized']
    if (locale === undefined) values.shared[name] = value
    else if (isInside) values.shared[name] = { ...(values.shared[name] as Fields | undefined), [locale]: value }
    else values.byLocale[locale] = { ...values.byLocale[locale], [name]: value }
  }
  return values
}

function fieldOf(name: string, schema: Schema, locale: SiteLocale | undefined, entries: Entry[]): FormField {
  const ref = schema['x-ref']
  const slugs = ref === undefined ? undefined : entries.filter(({ collection }) => collection === ref).map(({ slug }) => slug)
  return {
    key: locale === undefined ? name : `${name}.${locale.code}`,
    name,
    locale: locale?.code,
    language: locale?.name,
    schema: slugs === undefined || schema.type !== 'string' ? schema : { ...schema, enum: slugs },
    start: schema.format === 'date' ? today() : undefined,
    isTitle: TITLES.includes(name),
  }
}

const isAsked = (schema: Schema | undefined) =>
  schema !== undefined && (schema['x-localized'] === true || !['list', 'group'].includes(inputOf(schema, undefined)))

/** The date of the editor's own place. */
const today = (now = new Date()) =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
