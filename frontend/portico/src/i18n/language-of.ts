// The language of a text that may differ from its page's: a headline of an article that exists in
// one language only.

import type { LocaleCode } from '#/contract.ts'
import { siteLocales } from '#/i18n/locales.ts'
import { isWrittenIn, scriptOf } from '#/i18n/script.ts'

/**
 * The language of `text`, for `lang`, if it is not the page's `locale`; undefined if the page's
 * `lang` already applies.
 */
export function foreignLanguage(
  text: string,
  locale: LocaleCode,
  codes: readonly string[] = siteLocales().map(({ code }) => code),
): LocaleCode | undefined {
  const isLatin = (code: string) => scriptOf(code) === 'Latn'
  // Latin words occur in texts of every script, so they decide last.
  const candidates = [locale, ...codes].sort((a, b) => Number(isLatin(a)) - Number(isLatin(b)))
  const written = candidates.find((code) => isWrittenIn(text, code))
  return written === locale ? undefined : (written as LocaleCode | undefined)
}
