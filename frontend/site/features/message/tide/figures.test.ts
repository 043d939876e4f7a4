import { loadI18n } from '@portico/app/i18n'
import { describe, expect, it } from 'vitest'
import { amountOf, indexed, readYears, sentenceOf, withSentence } from './figures.ts'

describe('a typed amount', () => {
  it.each([
    ['1250', 1250],
    [' 1,250.5 ', 1250.5],
    ['１２５０', 1250],
    ['1，250', 1250],
    ['0', 0],
  ])('%j is %d', (text, amount) => {
    expect(amountOf(text)).toBe(amount)
  })

  it.each([['-3'], ['about 12'], ['1,25'], ['1.2.3'], ['1e9'], ['1234567890123'], ['']])('%j is no amount', (text) => {
    expect(amountOf(text)).toBeUndefined()
  })
})

describe('the typed years', () => {
  it('begin with the first revenue and end with the last one', () => {
    expect(readYears(['', '0', '12', '18', ''], 2021)).toEqual({ years: { from: 2023, amounts: [12, 18] }, faults: {} })
    expect(readYears(['1', '2', '3', '4', '5'], 2021).years).toEqual({ from: 2021, amounts: [1, 2, 3, 4, 5] })
  })

  it('make no drawing with fewer than two, with a gap, or with a text that is no amount', () => {
    expect(readYears(['', '', '', '', ''], 2021)).toEqual({ years: undefined, faults: {} })
    expect(readYears(['', '7', '', '', ''], 2021)).toEqual({ years: undefined, faults: {} })
    expect(readYears(['1', '', '', '4', ''], 2021)).toEqual({ years: undefined, faults: { 1: 'missing', 2: 'missing' } })
    expect(readYears(['1', 'x', '3', '', '-'], 2021)).toEqual({
      years: undefined,
      faults: { 1: 'no amount', 3: 'missing', 4: 'no amount' },
    })
  })

  it('a year without revenue in between is a year', () => {
    expect(readYears(['4', '0', '8', '', ''], 2021).years).toEqual({ from: 2021, amounts: [4, 0, 8] })
  })

  it('are drawn in proportion to the first, so that the drawing shows no amount', () => {
    expect(indexed([12.5, 18, 44])).toEqual([100, 144, 352])
  })
})

describe('the sentence', () => {
  const years = { from: 2021, amounts: [12.5, 1800, 2700, 3100, 14400] }

  it.each([
    ['en', 'Revenue in CNY million: 12.5 (2021), 1,800 (2022), 2,700 (2023), 3,100 (2024), 14,400 (2025).'],
    ['zh-CN', '收入（万元）：2021年12.5，2022年1,800，2023年2,700，2024年3,100，2025年14,400。'],
  ] as const)('has every figure with its year in %s', async (locale, sentence) => {
    expect(sentenceOf(years, await loadI18n(locale, 'later'))).toBe(sentence)
  })

  it('follows the text of the letter, and replaces an earlier one', () => {
    expect(withSentence('', 'Revenue: 2.')).toBe('Revenue: 2.')
    expect(withSentence('Bearings.\n\n', 'Revenue: 2.')).toBe('Bearings.\nRevenue: 2.')
    expect(withSentence('Bearings.\nRevenue: 2.\nMore.', 'Revenue: 3.', 'Revenue: 2.')).toBe('Bearings.\nRevenue: 3.\nMore.')
    expect(withSentence('Revenue: 3. More.', 'Revenue: 3.', 'Revenue: 2.')).toBe('Revenue: 3. More.')
    expect(withSentence('Rewritten.', 'Revenue: 3.', 'Revenue: 2.')).toBe('Rewritten.\nRevenue: 3.')
  })
})
