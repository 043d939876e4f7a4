// The studio's languages, and the choice of one.

import { i18n, type Messages } from '@lingui/core'
import { keep, readKept } from './storage.ts'

const KEY = 'portico-studio-language'

/** The languages by their codes, each in its own words. */
export const LANGUAGES = { en: 'English', 'zh-CN': '简体中文' } as const

/** Code of a language of the studio. */
export type Language = keyof typeof LANGUAGES

const catalogs: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('../../words/en.po'),
  'zh-CN': () => import('../../words/zh-CN.po'),
}

/** The language that the editor chose; else the browser's. */
export function preferredLanguage(kept = readKept(KEY), browser = navigator.language): Language {
  if (kept === 'en' || kept === 'zh-CN') return kept
  return browser.startsWith('zh') ? 'zh-CN' : 'en'
}

/** Loads the words of a language, and shows the studio in it. */
export async function activateLanguage(language: Language): Promise<void> {
  const { messages } = await catalogs[language]()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}

/** Changes the language, for later visits, too. */
export async function chooseLanguage(language: Language): Promise<void> {
  keep(KEY, language)
  await activateLanguage(language)
}
