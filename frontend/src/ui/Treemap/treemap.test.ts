import { describe, expect, it } from 'vitest'
import { type Field, treemap } from './treemap.ts'

const SHARES = [24.6, 17, 16.5, 14.3, 10.4, 7.9, 6, 3.3]
const area = ({ width, height }: Field) => (width * height) / 100

describe('treemap', () => {
  it('gives every value its share of the drawing, in the order of the values', () => {
    for (const [index, field] of treemap(SHARES, 16 / 9).entries()) expect(area(field)).toBeCloseTo(SHARES[index] ?? 0, 1)
  })

  it('no two fields overlap, and none leaves the drawing', () => {
    const fields = treemap(SHARES, 16 / 9)
    for (const [index, a] of fields.entries()) {
      expect(a.x).toBeGreaterThanOrEqual(0)
      expect(a.x + a.width).toBeLessThanOrEqual(100.02)
      expect(a.y + a.height).toBeLessThanOrEqual(100.02)
      for (const b of fields.slice(index + 1)) {
        const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
        const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
        expect(Math.min(wide, high)).toBeLessThan(0.02)
      }
    }
  })

  it('keeps fields near squares', () => {
    const ratio = 16 / 9
    const longest = treemap(SHARES, ratio).map(({ width, height }) =>
      Math.max((width * ratio) / height, height / (width * ratio)),
    )
    expect(Math.max(...longest)).toBeLessThan(2.5)
  })

  it('draws nothing of nothing', () => {
    expect(treemap([], 1)).toEqual([])
    expect(treemap([0, 0], 1).every((field) => area(field) === 0)).toBe(true)
  })
})
