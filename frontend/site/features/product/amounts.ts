// Sums of amounts in million yuan, and their text. Both languages group by three and have a point,
// so no number format is needed, which server and browser might not share.

import type { PageData } from '#/queries.ts'

export type Letter = PageData<'product'>['letters'][number]
export type Holding = NonNullable<Letter['holdings']>[number]

/** The value of all holdings in a letter, million yuan. */
export function portfolioValue(letter: Letter): number {
  return sum((letter.holdings ?? []).map((holding) => holding.value.value))
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

/** The value as a multiple of its cost: 2318 for 620 → `3.7×`; empty without a cost. */
export function multipleText(value: number, cost: number): string {
  return cost > 0 ? `${amountText(value / cost)}×` : ''
}
