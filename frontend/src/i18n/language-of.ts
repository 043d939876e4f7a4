// The language of a text that may stand in another one than its page: a headline of an article that exists in one language only.

import type { LocaleCode } from '#/contract.ts'

/** The language of `text` where it is not the page's `locale`, for `lang`; undefined where the page already says it. */
export function foreignLanguage(text: string, locale: LocaleCode): LocaleCode | undefined {
  const written = /\p{Script=Han}/u.test(text) ? 'zh-CN' : 'en'
  return written === locale || !/\p{Letter}/u.test(text) ? undefined : written
}
