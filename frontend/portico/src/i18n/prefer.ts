// Which of our languages a browser prefers.

import type { LocaleCode } from '#/contract.ts'
import { siteLocales } from '#/i18n/locales.ts'

/**
 * The first of the browser's languages that the site has: exactly, or in the same primary language
 * (`zh-TW` → `zh-CN`).
 */
export function preferredLocale(languages: readonly string[]): LocaleCode | undefined {
  for (const language of languages) {
    const wanted = language.toLowerCase()
    const exact = siteLocales().find(({ code }) => code.toLowerCase() === wanted)
    const related = siteLocales().find(({ code }) => primary(code) === primary(wanted))
    const found = exact ?? related
    if (found !== undefined) return found.code
  }
  return undefined
}

function primary(language: string): string {
  return (language.split('-')[0] as string).toLowerCase()
}
