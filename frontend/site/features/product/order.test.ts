import { describe, expect, it } from 'vitest'
import type { Holding } from './amounts.ts'
import { LARGEST_FIRST, nextOrder, sortHoldings } from './order.ts'

const figure = (value: number) => ({ value, text: String(value) })
const holding = (company: string, cost: number, value: number, irr: number): Holding => ({
  company,
  cost: figure(cost),
  value: figure(value),
  irr: figure(irr),
})

const HELD = [holding('a', 100, 200, 3), holding('b', 0, 300, 1), holding('c', 50, 200, 2)]

describe('the order of the holdings', () => {
  it.each([
    ['value', 'descending', 'bac'],
    ['value', 'ascending', 'acb'],
    ['cost', 'descending', 'acb'],
    ['multiple', 'descending', 'cab'],
    ['irr', 'ascending', 'bca'],
  ] as const)('by %s, %s, is %s; equal ones as they were', (by, direction, expected) => {
    const sorted = sortHoldings(HELD, { by, direction })
    expect(sorted.map(({ company }) => company).join('')).toBe(expected)
    expect(HELD.map(({ company }) => company).join('')).toBe('abc')
  })

  it('begins a column with the largest, and turns round at the next press', () => {
    const byCost = nextOrder(LARGEST_FIRST, 'cost')
    expect(byCost).toEqual({ by: 'cost', direction: 'descending' })
    expect(nextOrder(byCost, 'cost')).toEqual({ by: 'cost', direction: 'ascending' })
    expect(nextOrder(nextOrder(byCost, 'cost'), 'cost')).toEqual(byCost)
    expect(nextOrder(LARGEST_FIRST, 'value').direction).toBe('ascending')
  })
})
