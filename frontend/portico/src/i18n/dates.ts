// Dates that are first known in the browser. Those of content arrive formatted in the payload;
// these look the same.

import type { LocaleCode } from '#/contract.ts'
import { localeOf } from '#/i18n/locales.ts'
import { isIdeographic } from '#/i18n/script.ts'

/** `1 June 2026`, `2026年6月1日`: a date without a time, as it is written and in no time zone. */
export function dayText(date: string, locale: LocaleCode): string {
  return format(date, locale, { dateStyle: 'long', timeZone: 'UTC' })
}

/** `June`, `6月`: the month of a date, where its year is shown beside it. */
export function monthText(date: string, locale: LocaleCode): string {
  return format(date, locale, { month: isIdeographic(locale) ? 'numeric' : 'long', timeZone: 'UTC' })
}

/** `21 Nov 2026, 04:04`: a moment, in the visitor's time zone. */
export function momentText(moment: string, locale: LocaleCode): string {
  return format(moment, locale, { dateStyle: 'medium', timeStyle: 'short' })
}

/**
 * `Jun 2012`, `2012.06`: a month, for a narrow column. Names of months differ between Node's data
 * and a browser's: these are ours, and a language without any writes figures.
 */
export function yearMonthText(month: string, locale: string): string {
  const [year, number] = month.split('-')
  if (number === undefined) return month
  const name = SHORT_MONTHS[locale.split('-')[0] as string]?.[Number(number) - 1]
  return name === undefined ? `${year}.${number}` : `${name} ${year}`
}

/** Primary language → its short names of months. */
const SHORT_MONTHS: { [language: string]: readonly string[] } = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
}

/**
 * A text that is not a date is shown unchanged: another backend must not be able to break the page.
 */
export function format(text: string, locale: LocaleCode, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : new Intl.DateTimeFormat(localeOf(locale).formats ?? locale, options).format(date)
}
