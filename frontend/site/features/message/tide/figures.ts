// The figures of a founder: from typed texts to amounts, to the series of the drawing, and to the
// sentence for the letter. Pure.

import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Revenue by year, without gaps. */
export type Years = {
  /** The first year. */
  from: number
  amounts: readonly number[]
}

/** Why the text of a year cannot be drawn. */
export type Fault = 'no amount' | 'missing'

export type Reading = {
  /** Absent with a fault, or with fewer than two years. */
  years: Years | undefined
  /** By the place of the year. */
  faults: { [place: number]: Fault }
}

/** Digits, if need be in groups of three, and decimals: as many as fit a number exactly. */
const AMOUNT = /^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,4})?$/u

/** A line needs two points. */
const FEWEST = 2

/** The amount of a typed text, also in full-width digits; undefined if it is none. */
export function amountOf(text: string): number | undefined {
  const plain = text.normalize('NFKC').replaceAll(/\s/gu, '')
  return AMOUNT.test(plain) ? Number(plain.replaceAll(',', '')) : undefined
}

/**
 * The years that are typed, `first` being the year of the first text. Years before the first
 * revenue and empty ones at the end are left out.
 */
export function readYears(texts: readonly string[], first: number): Reading {
  const amounts = texts.map(amountOf)
  const isEmpty = texts.map((text) => text.trim() === '')
  const begin = texts.findIndex((_, place) => !isEmpty[place] && amounts[place] !== 0)
  const end = isEmpty.lastIndexOf(false) + 1
  const faults: Reading['faults'] = {}
  for (const place of texts.keys()) {
    if (begin < 0 || place < begin || place >= end || amounts[place] !== undefined) continue
    faults[place] = isEmpty[place] ? 'missing' : 'no amount'
  }
  const found = begin < 0 ? [] : amounts.slice(begin, end).filter((amount) => amount !== undefined)
  const isWhole = Object.keys(faults).length === 0 && found.length >= FEWEST
  return { years: isWhole ? { from: first + begin, amounts: found } : undefined, faults }
}

/** The amounts in proportion to the first, which is 100 and above zero. */
export function indexed(amounts: readonly number[]): number[] {
  const [first = 1] = amounts
  return amounts.map((amount) => Math.round((amount / first) * 100))
}

/** All figures in one sentence, in the language of `i18n`. */
export function sentenceOf({ from, amounts }: Years, i18n: I18n): string {
  const items = amounts.map((figure, index) => {
    const year = from + index
    const amount = grouped(figure)
    return i18n._(msg({ comment: 'One figure of a list', message: `${amount} (${year})` }))
  })
  const list = items.reduce((before, item) => i18n._(msg({ comment: 'Joins a list', message: `${before}, ${item}` })))
  return i18n._(msg`Revenue in CNY million: ${list}.`)
}

/** 14400 → `14,400`, in both languages. */
const grouped = (amount: number): string => String(amount).replace(/\B(?=(?:\d{3})+(?:\.|$))(?<!\.\d*)/gu, ',')

/** The text of the letter with the sentence, in place of an `earlier` one if that is unchanged. */
export function withSentence(text: string, sentence: string, earlier?: string): string {
  if (text.includes(sentence)) return text
  if (earlier !== undefined && text.includes(earlier)) return text.replace(earlier, () => sentence)
  const before = text.trimEnd()
  return before === '' ? sentence : `${before}\n${sentence}`
}
