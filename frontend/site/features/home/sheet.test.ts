import { describe, expect, it } from 'vitest'
import { axisOf, linePath } from './sheet.ts'

const LINES = [
  { invested: 2011, series: [100, 200, 400] },
  { invested: 2013, series: [100, 50] },
]

describe('the sheet of companies', () => {
  it('has one axis for the years and the growth of all', () => {
    expect(axisOf(LINES)).toEqual({ from: 2011, to: 2014, lowest: Math.log(50), highest: Math.log(400) })
  })

  it('begins each line in its year, at one height, and draws equal growth as equal steps', () => {
    const axis = axisOf(LINES)
    expect(LINES.map((line) => linePath(line, axis))).toEqual(['M0 0.67L1 0.33L2 0', 'M2 0.67L3 1'])
  })
})
