import type { BodyHtml } from '@portico/app/page'
import { describe, expect, it } from 'vitest'
import { amountText, course, type Letter, largeText, multipleText, portfolioCost, portfolioValue } from './amounts.ts'

const amount = (value: number) => ({ value, text: String(value) })
const letter = (...holdings: [string, number][]): Letter => ({
  slug: 's',
  title: 't',
  summary: 's',
  date: { value: '2026-10-29', text: '29 October 2026' },
  quarter: '2026 Q3',
  body: '' as unknown as BodyHtml,
  holdings: holdings.map(([company, value]) => ({ company, cost: amount(1), value: amount(value), irr: amount(1) })),
})

describe('amounts', () => {
  it.each([
    [16733, '16,733.0'],
    [372, '372.0'],
    [1234567.89, '1,234,567.9'],
  ])('%s million is written %s', (value, text) => {
    expect(amountText(value)).toBe(text)
  })

  it('a multiple needs a cost', () => {
    expect(multipleText(2318, 620)).toBe('3.7×')
    expect(multipleText(2318, 0)).toBe('')
  })

  it("a company's course starts with the oldest letter that names it", () => {
    const letters = [letter(['a', 3], ['b', 9]), letter(['a', 2]), letter(['b', 7])]
    expect(course(letters, 'a')).toEqual([2, 3])
    expect(course(letters, 'b')).toEqual([7, 9])
  })

  it('the portfolio is worth, and cost, what its holdings are worth and cost together', () => {
    const both = letter(['a', 3], ['b', 9])
    expect([portfolioValue(both), portfolioCost(both)]).toEqual([12, 2])
  })

  it('a large sum is counted as its language counts', () => {
    expect([largeText(16733, 'en'), largeText(16733, 'zh-CN'), largeText(8450, 'en')]).toEqual(['16.73', '167.3', '8.45'])
  })
})
