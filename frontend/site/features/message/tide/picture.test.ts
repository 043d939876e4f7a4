// @vitest-environment jsdom

import { describe, expect, it } from 'vitest'
import { pictureOf, svgOf } from './picture.ts'

const WORDS = { title: 'Revenue, 2021 to 2025', note: 'First year = 100', face: 'Georgia' }
const picture = (series: readonly number[]) => pictureOf({ series, from: 2021, ...WORDS })

describe('the picture of a revenue', () => {
  it('has one line for each contour, the last of them through the figures', () => {
    const { paths } = picture([100, 144, 352])
    expect(paths).toHaveLength(24)
    expect(paths.filter(({ isFigures }) => isFigures)).toHaveLength(1)
    for (const { d } of paths) expect(d).toMatch(/^M[-\d. csh]+$/u)
  })

  it('labels the first and the last year with their figures, and has no amount', () => {
    const texts = picture([100, 144, 352]).texts.map(({ text }) => text)
    expect(texts).toEqual(['Revenue, 2021 to 2025', 'First year = 100', '100', '2021', '352', '2023'])
  })

  it('keeps every text inside', () => {
    for (const series of [
      [100, 144, 352],
      [100, 60],
      [100, 900, 30, 20, 10],
      [100, 0, 0, 0, 12345],
    ]) {
      const { width, height, texts } = picture(series)
      for (const { x, y, size } of texts) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(width)
        expect(y).toBeGreaterThanOrEqual(size)
        expect(y).toBeLessThanOrEqual(height)
      }
    }
  })

  it('is a file that parsers of XML read, whatever its words are', () => {
    const svg = svgOf(pictureOf({ series: [100, 120], from: 2024, title: 'A & B <"C">', note: '首年＝100', face: '"A", B' }))
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml')
    expect(parsed.querySelector('parsererror')).toBeNull()
    expect(parsed.querySelector('text')?.textContent).toBe('A & B <"C">')
    expect(parsed.querySelectorAll('path')).toHaveLength(24)
  })
})
