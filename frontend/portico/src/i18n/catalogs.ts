// Message catalogs, one chunk each: a browser loads exactly the one it shows.

import { type I18n, setupI18n } from '@lingui/core'
import type { LocaleCode } from '#/contract.ts'
import { definition } from '#/definition.ts'

/** An instance for one language that never changes: nothing activates another one in it. */
export async function loadI18n(locale: LocaleCode): Promise<I18n> {
  const load = definition().catalogs[`../../locales/${locale}/site.po`]
  if (load === undefined) throw new Error(`no catalog for \`${locale}\``)
  const { messages } = await load()
  return setupI18n({ locale, messages: { [locale]: Object.freeze(messages) } })
}
