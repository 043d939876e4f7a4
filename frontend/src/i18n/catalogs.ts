// Message catalogs, one chunk each: a browser loads exactly the one it shows.

import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { LocaleCode } from '#/contract.ts'

const load: Record<LocaleCode, () => Promise<{ messages: Messages }>> = {
  'zh-CN': () => import('../../../locales/zh-CN/messages.po'),
  en: () => import('../../../locales/en/messages.po'),
}

/** An instance for one language that never changes: nothing activates another one in it. */
export async function loadI18n(locale: LocaleCode): Promise<I18n> {
  const { messages } = await load[locale]()
  return setupI18n({ locale, messages: { [locale]: Object.freeze(messages) } })
}
