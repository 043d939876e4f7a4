import { describe, expect, it } from 'vitest'
import { HEIGHT, highestYear, tideShape, WIDTH } from './tide-chart.ts'

const YEARS = [
  { label: '2023', lower: 960, upper: 210 },
  { label: '2024', lower: 480, upper: 500 },
  { label: '2025', lower: 0, upper: 1180 },
]

describe('stacked tide', () => {
  it('both areas close on the ground, the upper one on top of the lower', () => {
    const { lower, upper, line } = tideShape(YEARS)
    expect(lower.endsWith(`L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`)).toBe(true)
    expect(upper.startsWith(line)).toBe(true)
    // Without first investments the lower area ends on the ground.
    expect(lower).toContain(` ${WIDTH} ${HEIGHT}L`)
  })

  it('the highest year is the one with most of both together', () => {
    expect(highestYear(YEARS)).toBe(2)
    expect(highestYear(YEARS.slice(0, 2))).toBe(0)
  })

  it('two years of nothing are drawn as nothing', () => {
    const flat = tideShape([
      { label: '1', lower: 0, upper: 0 },
      { label: '2', lower: 0, upper: 0 },
    ])
    expect(flat.line).not.toMatch(/NaN|Infinity/u)
  })
})
