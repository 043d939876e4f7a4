// Sums of amounts in million yuan, and their text. Both languages group by three and have a point,
// so no number format is needed, which server and browser might not share.

import type { LocaleCode } from '@portico/app'
import { countsInMyriads } from '@portico/app/i18n'
import { multiple } from '#/labels/multiple.ts'
import type { PageData } from '#/queries.ts'

export type Letter = PageData<'product'>['letters'][number]
export type Holding = NonNullable<Letter['holdings']>[number]

/** The value of all holdings in a letter, million yuan. */
export function portfolioValue(letter: Letter): number {
  return sum((letter.holdings ?? []).map((holding) => holding.value.value))
}

/** The cost of all holdings in a letter, million yuan. */
export function portfolioCost(letter: Letter): number {
  return sum((letter.holdings ?? []).map((holding) => holding.cost.value))
}

/** A company's value in each letter, oldest letter first; `letters` come newest first. */
export function course(letters: readonly Letter[], company: string): number[] {
  return letters
    .toReversed()
    .flatMap((letter) => letter.holdings?.find((holding) => holding.company === company)?.value.value ?? [])
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** 16733 → `16,733.0` */
export function amountText(millions: number): string {
  return (Math.round(millions * 10) / 10).toFixed(1).replace(/\B(?=(?:\d{3})+\.)/gu, ',')
}

/** A sum in the locale's large unit, whose name is the caller's: 16733 → `16.73` bn, `167.3` 亿元. */
export function largeText(millions: number, locale: LocaleCode): string {
  return countsInMyriads(locale) ? (millions / 100).toFixed(1) : (millions / 1000).toFixed(2)
}

/** The value as a multiple of its cost, in words: 2318 for 620 → `3.7×`; empty without a cost. */
export function multipleText(value: number, cost: number): string {
  const times = multiple(value, cost)
  return times === undefined ? '' : `${amountText(times)}×`
}
