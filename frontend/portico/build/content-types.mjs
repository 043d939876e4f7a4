// Writes site/content.gen.ts: the codes of the site's languages, from locales/locales.json; the
// form of each collection's entries in a payload, from content/*/_schema.json; and the public part
// of site.yaml, from content/settings.schema.json. Registers them with the package.
//
//   npm run types          write the file
//   npm run types:check    fail when the file differs from the generated one
//
// A payload is not the front matter: `x-format` values arrive as {value, text}, `x-localized` ones
// as the locale's text, `x-image` ones as a Picture, and `slug`, `href`, `body` and `headings` come
// with every entry. `x-ref` fields, and lists with `x-ref` in their `items`, are listed, so that
// `company.name` and `artists.name` can be typed.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compile } from 'json-schema-to-typescript-lite'

const root = pathToFileURL(`${process.cwd()}/`)
const locales = JSON.parse(readFileSync(new URL('../locales/locales.json', root), 'utf8'))
const contentFolder = new URL('../content/', root)
const target = new URL('site/content.gen.ts', root)

/** How the types are written. */
const STYLE = {
  bannerComment: '',
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
}

const REGISTERED = `type Generated = { locale: LocaleCode; fields: Fields; references: References; settings: PublicSettings }

declare module '@portico/app' {
  interface Register extends Generated {}
}
`

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
    '',
    '/** The code of a language of the site. */',
    `export type LocaleCode = ${locales.map(({ code }) => `'${code}'`).join(' | ')}`,
    '',
  ]
  for (const { name, schema } of collections) parts.push(await interfaceOf(name, schema))
  parts.push(record('Fields', 'The fields of an entry as they arrive in a payload, by collection.', collections, interfaceName))
  const references = ({ schema }) => {
    const fields = refsOf(schema).map(([field, ref]) => `${field}: '${ref}'`)
    return fields.length === 0 ? 'Record<never, never>' : `{ ${fields.join('; ')} }`
  }
  parts.push(record('References', 'Fields that name an entry of another collection, or a list of them.', collections, references))
  parts.push(await settings())
  parts.push(REGISTERED)
  const text = parts.join('\n')
  const used = ['BodyHtml', 'Formatted', 'Heading', 'Localized', 'Picture'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(text),
  )
  return text.replace('\n\n', `\n\nimport type { ${used.join(', ')} } from '@portico/app/page'\n`)
}

/**
 * The public part of site.yaml beyond the settings that every site has; a site without a schema has
 * no more.
 */
async function settings() {
  const file = new URL('settings.schema.json', contentFolder)
  if (!existsSync(file)) return 'export type PublicSettings = unknown\n'
  const schema = asSettings(JSON.parse(readFileSync(file, 'utf8')))
  return (await compile({ ...schema, title: 'PublicSettings' }, 'PublicSettings', STYLE)).trimStart()
}

/** Values of site.yaml arrive as they are written. */
function asSettings(schema) {
  if (schema['x-localized']) return { tsType: 'Localized', description: schema.description }
  const mapped = { ...schema }
  delete mapped.$comment
  if (schema.items) mapped.items = asSettings(schema.items)
  if (schema.properties)
    mapped.properties = Object.fromEntries(Object.entries(schema.properties).map(([key, value]) => [key, asSettings(value)]))
  return mapped
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
  const source = await compile({ ...payload, title: interfaceName({ name }) }, interfaceName({ name }), STYLE)
  return source.trimStart()
}

function refsOf(schema) {
  return Object.entries(schema.properties).flatMap(([field, property]) => {
    const ref = refOf(property)
    return ref ? [[field, ref]] : []
  })
}

/** The collection whose entries a field names, alone or as a list. */
function refOf(schema) {
  return schema['x-ref'] ?? (schema.items ? refOf(schema.items) : undefined)
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
