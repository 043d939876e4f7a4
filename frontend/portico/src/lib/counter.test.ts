import { describe, expect, it } from 'vitest'
import { COUNTER_TICK_MS, countSteps, nextCount } from '#/lib/counter.ts'

describe('counter (R1.08)', () => {
  it('ticks every 50 ms', () => {
    expect(COUNTER_TICK_MS).toBe(50)
  })

  it('starts at 0, closes one fifth of the gap at each step, and ends on the target exactly', () => {
    const steps = countSteps(100)
    expect(steps.slice(0, 4)).toEqual([0, 20, 36, 49])
    expect(steps.at(-1)).toBe(100)
    expect(steps.length).toBeLessThan(30)
  })

  it('always ends: small, large, fractional, negative and zero targets', () => {
    for (const [target, decimals] of [
      [1, 0],
      [18_600_000, 0],
      [12.3, 1],
      [0.07, 2],
      [-41, 0],
      [0, 0],
    ] as const) {
      expect(countSteps(target, decimals).at(-1)).toBe(target)
    }
  })

  it('closes exactly a fifth where that is a number of the same places', () => {
    expect(nextCount(6.97, 9.42, 2)).toBe(7.46)
    expect(nextCount(0, 0.15, 2)).toBe(0.03)
  })

  it('never overshoots', () => {
    let current = 0
    while (current !== 37) {
      const next = nextCount(current, 37)
      expect(next).toBeGreaterThan(current)
      expect(next).toBeLessThanOrEqual(37)
      current = next
    }
  })
})
