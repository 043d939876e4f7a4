import { describe, expect, it } from 'vitest'
import { lifeOf } from './life.ts'

describe('a span of years on a line of years', () => {
  it.each([
    [
      { from: 2011, to: 2024 },
      { start: 0, length: 87 },
    ],
    [{ from: 2022 }, { start: 73, length: 27 }],
    [{ from: 2014 }, { start: 20, length: 80 }],
  ])('%j', (span, expected) => {
    expect(lifeOf(span, 2011, 2026)).toEqual(expected)
  })

  it('keeps within the line whatever the years are', () => {
    expect(lifeOf({ from: 1999, to: 2050 }, 2011, 2026)).toEqual({ start: 0, length: 100 })
    expect(lifeOf({ from: 2011 }, 2011, 2011)).toEqual({ start: 0, length: 0 })
  })
})
