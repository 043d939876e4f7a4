// Assets under management in the unit that a language counts in: billions in English, hundreds of
// millions (亿) in Chinese.
//
// The payload carries billions with one decimal, formatted for the locale. Ten times that is a
// whole number, so the Chinese text is made here without the browser's or the server's own number
// formats, which differ.

import type { LocaleCode } from '@portico/app'
import { countsInMyriads } from '@portico/app/i18n'

/**
 * The text of an amount in billions, in the locale's unit; the unit's name is the caller's message.
 */
export function assetsText(assets: { value: number; text: string }, locale: LocaleCode): string {
  return countsInMyriads(locale) ? grouped(assetsFigure(assets, locale)) : assets.text
}

/** The same as a plain figure, for files that programs read. */
export function assetsFigure(assets: { value: number }, locale: LocaleCode): number {
  return countsInMyriads(locale) ? Math.round(assets.value * 10) : assets.value
}

/** 1234 → 1,234; both languages of the site group by three. */
export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{3})+$)/gu, ',')
}
