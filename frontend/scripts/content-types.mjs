// Writes src/content.gen.ts: the codes of the site's languages, from locales/locales.json, and what
// each collection's entries look like in a payload, from content/*/_schema.json.
//
//   npm run types          write the file
//   npm run types:check    fail when the file differs from what it would write
//
// A payload is not the front matter: `x-format` values arrive as {value, text}, `x-localized` ones
// as the locale's text, `x-image` ones as a Picture, and `slug`, `href`, `body` and `headings` come
// with every entry. `x-ref` fields are listed, so that `company.name` can be typed.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from 'json-schema-to-typescript'

const locales = JSON.parse(readFileSync(new URL('../../locales/locales.json', import.meta.url), 'utf8'))
const contentFolder = new URL('../../content/', import.meta.url)
const target = new URL('../src/content.gen.ts', import.meta.url)

const written = existsSync(target) ? readFileSync(target, 'utf8') : ''
const wanted = await generate()
if (!process.argv.includes('--check')) {
  writeFileSync(target, wanted)
} else if (written !== wanted) {
  console.error(
    `error: \`${fileURLToPath(target)}\` does not match locales/locales.json and content/*/_schema.json; run \`npm run types\``,
  )
  process.exit(1)
}

async function generate() {
  const collections = []
  for (const folder of readdirSync(contentFolder, { withFileTypes: true })) {
    const schema = new URL(`${folder.name}/_schema.json`, contentFolder)
    if (folder.isDirectory() && existsSync(schema)) {
      collections.push({ name: folder.name, schema: JSON.parse(readFileSync(schema, 'utf8')) })
    }
  }
  collections.sort((a, b) => (a.name < b.name ? -1 : 1))
  const parts = [
    '// Written by `npm run types` from locales/locales.json and content/*/_schema.json; never by hand.',
    '',
    "import type { BodyHtml, Heading } from '#/contract.ts'",
    '',
    '/** The code of a language of the site. */',
    `export type LocaleCode = ${locales.map(({ code }) => `'${code}'`).join(' | ')}`,
    '',
    '/** A value that the generator formatted for the locale: compare and compute with `value`, show `text`. */',
    'export type Formatted<V extends string | number> = { value: V; text: string }',
    '',
    '/** An image beside an entry: its `<img>`, the `<source>`s that a browser chooses from, best first, and a CSS background until it is there. */',
    'export type Picture = {',
    '  src: string',
    '  width: number',
    '  height: number',
    '  placeholder?: string',
    '  sources: { type: string; srcset: string; media?: string }[]',
    '}',
    '',
  ]
  for (const { name, schema } of collections) parts.push(await interfaceOf(name, schema))
  parts.push(record('Fields', 'The fields of an entry as they arrive in a payload, by collection.', collections, interfaceName))
  const references = ({ schema }) => {
    const fields = refsOf(schema).map(([field, ref]) => `${field}: '${ref}'`)
    return fields.length === 0 ? 'Record<never, never>' : `{ ${fields.join('; ')} }`
  }
  parts.push(record('References', 'Fields that name an entry of another collection.', collections, references))
  return parts.join('\n')
}

function record(name, doc, collections, value) {
  const lines = collections.map((collection) => `  ${collection.name}: ${value(collection)}`)
  return `/** ${doc} */\nexport type ${name} = {\n${lines.join('\n')}\n}\n`
}

function interfaceName({ name }) {
  return `${name[0].toUpperCase()}${name.slice(1)}Fields`
}

async function interfaceOf(name, schema) {
  const text = (description) => ({ type: 'string', description })
  const payload = asPayload({
    ...schema,
    properties: {
      slug: text('Name of the entry: its folder.'),
      href: text("The entry's page in the page's locale."),
      body: { tsType: 'BodyHtml', description: 'The running text: a place for `<Html>`, not a text.' },
      headings: { tsType: 'Heading[]', description: 'Headings of the second level in the running text.' },
      ...schema.properties,
    },
    required: [...schema.required, 'slug', 'href', 'body', 'headings'],
  })
  const source = await compile({ ...payload, title: interfaceName({ name }) }, interfaceName({ name }), {
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    format: true,
    style: { semi: false, singleQuote: true, printWidth: 120 },
  })
  return source.trimStart()
}

function refsOf(schema) {
  return Object.entries(schema.properties).flatMap(([field, { 'x-ref': ref }]) => (ref ? [[field, ref]] : []))
}

/** The schema of a value as it arrives in a payload. */
function asPayload(schema) {
  const { description } = schema
  if (schema['x-localized']) return { type: 'string', description }
  if (schema['x-image']) return { tsType: 'Picture', description }
  if (schema['x-format']) {
    const value = schema.type === 'string' ? 'string' : 'number'
    return { tsType: `Formatted<${value}>`, description }
  }
  const mapped = { ...schema }
  if (schema.items) mapped.items = asPayload(schema.items)
  if (schema.properties) {
    mapped.properties = Object.fromEntries(Object.entries(schema.properties).map(([key, value]) => [key, asPayload(value)]))
  }
  return mapped
}
