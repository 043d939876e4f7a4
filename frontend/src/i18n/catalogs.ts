// Message catalogs, one chunk each: a browser loads exactly the one it shows.

import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { LocaleCode } from '#/contract.ts'

/** Path → catalog, of every folder under `locales/`: a new language needs no line here. */
const catalogs = import.meta.glob<{ messages: Messages }>('../../../locales/*/messages.po')

/** An instance for one language that never changes: nothing activates another one in it. */
export async function loadI18n(locale: LocaleCode): Promise<I18n> {
  const load = catalogs[`../../../locales/${locale}/messages.po`]
  if (load === undefined) throw new Error(`no catalog \`locales/${locale}/messages.po\`: run \`npm run i18n:extract\``)
  const { messages } = await load()
  return setupI18n({ locale, messages: { [locale]: Object.freeze(messages) } })
}
