import { describe, expect, it } from 'vitest'
import { type Direction, type Field, neighbour, treemap } from './treemap.ts'

const SHARES = [24.6, 17, 16.5, 14.3, 10.4, 7.9, 6, 3.3]
const area = ({ width, height }: Field) => (width * height) / 100

describe('treemap', () => {
  it('gives every value its share of the drawing, in the order of the values', () => {
    for (const values of [SHARES, SHARES.toReversed()]) {
      for (const [index, field] of treemap(values, 16 / 9).entries()) expect(area(field)).toBeCloseTo(values[index] ?? 0, 1)
    }
  })

  it('keeps names of a few words readable: no field is a strip, wide or upright', () => {
    for (const ratio of [2, 0.5]) {
      const longest = treemap(SHARES, ratio).map(({ width, height }) =>
        Math.max((width * ratio) / height, height / (width * ratio)),
      )
      expect(Math.max(...longest)).toBeLessThan(3)
    }
  })

  it('has two decimals at most, so that server and browser place the same bytes', () => {
    expect(JSON.stringify(treemap(SHARES, 2))).not.toMatch(/\.\d{3}/u)
  })

  it('draws nothing of nothing', () => {
    expect(treemap([], 1)).toEqual([])
    expect(treemap([0, 0], 1).every((field) => area(field) === 0)).toBe(true)
  })
})

describe('walking the map', () => {
  const quarters: Field[] = [
    { x: 0, y: 0, width: 50, height: 50 },
    { x: 50, y: 0, width: 50, height: 50 },
    { x: 0, y: 50, width: 50, height: 50 },
    { x: 50, y: 50, width: 50, height: 50 },
  ]

  it.each<[Direction, number]>([
    ['right', 1],
    ['down', 2],
    ['left', 0],
    ['up', 0],
  ])('%s of the first of four comes to %d', (direction, expected) => {
    expect(neighbour(quarters, 0, direction)).toBe(expected)
  })

  it('every field can be reached from every other', () => {
    for (const ratio of [2, 0.5]) {
      const fields = treemap(SHARES, ratio)
      for (const start of fields.keys()) {
        const reached = new Set([start])
        for (const from of reached) {
          for (const direction of ['left', 'right', 'up', 'down'] as const) reached.add(neighbour(fields, from, direction))
        }
        expect(reached.size).toBe(fields.length)
      }
    }
  })
})
