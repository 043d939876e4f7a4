// Message catalogs, one chunk each: a browser loads exactly the one it shows, and the words of
// forms, of search, of the assistant and of parts of the site when they are first used.

import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { LocaleCode } from '#/contract.ts'
import { definition } from '#/definition.ts'

/**
 * `site`: words of pages, including the package's · `forms`: words of forms in use
 * · `search`: words of the search · `chat`: words of the assistant · `later`: words of the site's
 * parts that are loaded at their first use. All but `site` are loaded besides.
 */
export type CatalogName = 'site' | 'forms' | 'search' | 'chat' | 'later'

/** An instance for one language that never changes: no code activates another language in it. */
export async function loadI18n(locale: LocaleCode, name: CatalogName = 'site'): Promise<I18n> {
  const names: CatalogName[] = name === 'site' ? ['site'] : ['site', name]
  const catalogs = await Promise.all(names.map((each) => loadCatalog(locale, each)))
  const messages = Object.freeze(Object.assign({}, ...catalogs) as Messages)
  return setupI18n({ locale, messages: { [locale]: messages }, missing })
}

/**
 * Refuses a page with a word that no catalog has: built code has no text beside the id, and the id
 * would be published. A browser shows as much as it can.
 */
const missing =
  import.meta.env.PROD && import.meta.env.SSR
    ? (locale: string, id: string): string => {
        throw new Error(`the word \`${id}\` is in no catalog of \`${locale}\`; give it a \`message\``)
      }
    : undefined

async function loadCatalog(locale: LocaleCode, name: CatalogName): Promise<Messages> {
  const load = definition().catalogs[`../../locales/${locale}/${name}.po`]
  if (load === undefined) throw new Error(`no catalog \`${name}\` for \`${locale}\``)
  return (await load()).messages
}
