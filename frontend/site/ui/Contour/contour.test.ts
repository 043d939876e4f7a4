import { describe, expect, it } from 'vitest'
import { contourPaths, isCrest } from './contour.ts'

const OPTIONS = { width: 400, height: 100, lines: 5 }

/** Every coordinate of a path, from the drawing's corner. */
function numbers(path: string): number[] {
  const all: number[] = []
  for (const [, command, text = ''] of path.matchAll(/([Mcsh])([^Mcsh]+)/gu)) {
    const values = (text.match(/-?(\d+(\.\d+)?|\.\d+)/gu) ?? []).map(Number)
    const [x = 0, y = 0] = all.slice(-2)
    if (command === 'h') {
      // A level line: its handles are on it.
      const [length = 0] = values
      for (const share of [1 / 3, 2 / 3, 1]) all.push(x + share * length, y)
      continue
    }
    const [backX = x, backY = y] = all.slice(-4, -2)
    if (command === 's') all.push(x + x - backX, y + y - backY)
    all.push(...values.map((value, index) => (command === 'M' ? value : value + (index % 2 === 0 ? x : y))))
  }
  return all.map((value) => Math.round(value * 10) / 10)
}

describe('contour lines', () => {
  it('the last line runs through the figures themselves', () => {
    const last = contourPaths([25, 50, 100], OPTIONS).at(-1) ?? ''
    // The highest figure is 4 % below the upper edge; the others in proportion above the ground at
    // 100.
    expect(last.startsWith('M0 76')).toBe(true)
    expect(numbers(last).slice(-2)).toEqual([400, 4])
  })

  it('lines stand above each other and cross the whole drawing', () => {
    for (const path of contourPaths([80, 40, 90, 20], OPTIONS)) {
      const [x = 0, ...rest] = numbers(path)
      expect(x).toBeLessThanOrEqual(0)
      expect(rest.at(-2)).toBeGreaterThanOrEqual(400)
    }
    const heights = contourPaths([60, 60], OPTIONS).map((path) => numbers(path).at(-1) ?? 0)
    expect(heights).toEqual(heights.toSorted((a, b) => b - a))
  })

  it('coordinates have one decimal at most, so that server and browser draw the same bytes', () => {
    const text = contourPaths([7.9, 14.3, 14.8, 16, 18.6], OPTIONS).join('')
    expect(text).not.toMatch(/\d\.\d\d/u)
    expect(text).not.toMatch(/NaN|Infinity/u)
  })

  it.each([[[5]], [[0, 0, 0]], [[3, 3]]])('draws a level line from %j', (series) => {
    expect(contourPaths(series, OPTIONS).join('')).not.toMatch(/NaN|Infinity/u)
  })

  it('lines run forwards and end in order where the figures fall', () => {
    const paths = contourPaths([100, 168, 205, 121, 40], { width: 400, height: 100, lines: 12, swells: 3, lag: 0.5 })
    for (const path of paths) {
      const across = numbers(path).filter((_, index) => index % 2 === 0)
      expect(across).toEqual(across.toSorted((a, b) => a - b))
    }
    const heights = paths.map((path) => numbers(path).at(-1) ?? 0)
    expect(heights).toEqual(heights.toSorted((a, b) => b - a))
  })

  it('lines crowd towards the crest of each swell', () => {
    const options = { width: 400, height: 100, lines: 8, swells: 2 }
    const heights = contourPaths([50, 50], options).map((path) => numbers(path).at(-1) ?? 0)
    const gaps = heights.slice(1).map((height, index) => (heights[index] ?? 0) - height)
    // Four lines a swell: gaps shrink up to the crest and open again after it.
    expect(gaps[1]).toBeGreaterThan(gaps[2] ?? 0)
    expect(gaps[3]).toBeGreaterThan(gaps[2] ?? 0)
    expect(heights.map((_, index) => isCrest(index, 8, 2))).toEqual([false, false, false, true, false, false, false, true])
  })

  it('lines that reach beyond the drawing leave it level on both sides', () => {
    for (const path of contourPaths([10, 30], { ...OPTIONS, reach: 1 })) {
      const all = numbers(path)
      expect(all[0]).toBe(-400)
      expect(all.at(-2)).toBeGreaterThanOrEqual(800)
      // The last segment ends as high as it began: its end point repeats the height of the one
      // before it.
      expect(all.at(-1)).toBe(all.at(-7))
    }
  })

  it('never rises above a peak between two figures', () => {
    const last = contourPaths([10, 100, 20], OPTIONS).at(-1) ?? ''
    const heights = numbers(last).filter((_, index) => index % 2 === 1)
    expect(Math.min(...heights)).toBe(4)
  })
})
