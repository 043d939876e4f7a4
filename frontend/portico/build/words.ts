// The catalogs of a site: which there are, and what of them nobody has translated.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'

/** Names of catalogs; a site has those of the parts that it has. */
const NAMES = ['portico', 'forms', 'search', 'chat', 'site']

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
