// The view of the parts: `?locale=en&theme=dark&ground=foam`.

import type { LocaleCode } from '@portico/app'
import { siteLocales } from '@portico/app/i18n'

export const THEMES = ['light', 'dark'] as const
export const GROUNDS = ['paper', 'foam', 'deep'] as const

export type View = { locale: LocaleCode; theme: (typeof THEMES)[number]; ground: (typeof GROUNDS)[number] }

/** The view that a query asks for; a missing or misspelled value is the first of its kind. */
export function readView(search: string): View {
  const query = new URLSearchParams(search)
  const one = <Value extends string>(name: string, values: readonly [Value, ...Value[]]) =>
    values.find((value) => value === query.get(name)) ?? values[0]
  const codes = siteLocales().map(({ code }) => code) as [LocaleCode, ...LocaleCode[]]
  return { locale: one('locale', codes), theme: one('theme', THEMES), ground: one('ground', GROUNDS) }
}

/** The query of a view that differs in one thing. */
export function searchOf(view: View, change: Partial<View>): string {
  return `?${new URLSearchParams({ ...view, ...change })}`
}
