// The catalogs of a site: their names, the words of the code that they lack, and the words without
// a translation.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** Names of catalogs; a site has those of the parts that it has. */
const NAMES = ['portico', 'forms', 'search', 'chat', 'site', 'later']

export type Catalog = {
  /** Code of the language. */
  code: string
  path: string
}

/** The catalogs in the folder `locales`, language by language in the order of `locales.json`. */
export function catalogsIn(locales: string): Catalog[] {
  const rows: { code: string }[] = JSON.parse(readFileSync(join(locales, 'locales.json'), 'utf8'))
  const catalogs = rows.flatMap(({ code }) => NAMES.map((name) => ({ code, path: join(locales, code, `${name}.po`) })))
  return catalogs.filter(({ path }) => existsSync(path))
}

/** Messages of a catalog by id, with their English text and their translation, if there is one. */
export async function messagesIn({ code, path }: Catalog) {
  return formatter().parse(readFileSync(path, 'utf8'), { locale: code, sourceLocale: 'en', filename: path })
}

/** A line for each language that lacks translations, which visitors then read in English. */
export async function untranslated(locales: string): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const catalog of catalogsIn(locales)) {
    const lacking = Object.values(await messagesIn(catalog)).filter(({ translation }) => !translation)
    counts.set(catalog.code, (counts.get(catalog.code) ?? 0) + lacking.length)
  }
  const told = [...counts].filter(([, count]) => count > 0)
  return told.map(([code, count]) => {
    const messages = count === 1 ? '1 message is' : `${count} messages are`
    return `${messages} not translated into \`${code}\`; visitors read English there (locales/${code}/*.po)`
  })
}

/**
 * Words of the code by the ids of messages; a word that the code calls by its id alone is empty.
 */
export type Words = { [id: string]: string }

/** The plugin by which a build hands the words of the code to the catalogs. */
export const WORDS_PLUGIN = 'portico:words'

/**
 * The words of the code in the folder `root`, as its `lingui.config.ts` finds them; a site without
 * one has no words of its own.
 */
export async function extractWords(root: string): Promise<Words> {
  const configPath = join(root, 'lingui.config.ts')
  if (!existsSync(configPath)) return {}
  const catalogs = await getCatalogs(getConfig({ cwd: root, configPath }))
  const found = await Promise.all(catalogs.map((catalog) => catalog.collect()))
  if (found.includes(undefined)) throw new Error('words of the code cannot be read; see above')
  const messages = found.flatMap((words) => Object.entries(words ?? {}))
  return Object.fromEntries(messages.map(([id, { message }]) => [id, message ?? '']))
}

/** The words that no catalog of a language has. */
export async function newWordsOf(code: string, locales: string, words: Words): Promise<Words> {
  const known = new Set<string>()
  for (const catalog of catalogsIn(locales).filter((each) => each.code === code)) {
    for (const id of Object.keys(await messagesIn(catalog))) known.add(id)
  }
  return Object.fromEntries(Object.entries(words).filter(([id]) => !known.has(id)))
}

/** Most new words that are named. */
const MOST_NAMED = 8

/** A line about words of the code that a language has in no catalog, if there are any. */
export async function describeNewWords(root: string, words: Words): Promise<string[]> {
  const locales = join(root, '../locales')
  const codes = new Set(catalogsIn(locales).map(({ code }) => code))
  const found = await Promise.all([...codes].map((code) => newWordsOf(code, locales, words)))
  const texts = Object.entries(Object.assign({}, ...found) as Words).map(([id, text]) => text || id)
  if (texts.length === 0) return []
  const names = texts.slice(0, MOST_NAMED).map((text) => `\`${text.replaceAll(/\s+/g, ' ')}\``)
  const more = texts.length > MOST_NAMED ? ` and ${texts.length - MOST_NAMED} more` : ''
  const count = texts.length === 1 ? '1 new word is' : `${texts.length} new words are`
  return [`${count} not in the catalogs: ${names.join(', ')}${more}; run \`${extractCommand(root)}\``]
}

/** The command that puts new words into the catalogs: the script of package.json that extracts. */
export function extractCommand(root: string): string {
  const { scripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts?: { [name: string]: string }
  }
  const name = Object.keys(scripts).find((each) => scripts[each]?.startsWith('lingui extract'))
  return name === undefined ? 'lingui extract --clean' : `npm --prefix frontend run ${name}`
}
