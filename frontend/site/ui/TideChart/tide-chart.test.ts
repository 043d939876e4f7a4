import { describe, expect, it } from 'vitest'
import { HEIGHT, highestYear, tideLayers, WIDTH } from './tide-chart.ts'

const LOWER = [960, 480, 0]
const UPPER = [210, 500, 1180]

/** Coordinates of a path, in pairs. */
const points = (path: string): [number, number][] =>
  (path.match(/-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?/gu) ?? []).map((pair) => pair.split(',').map(Number) as [number, number])

describe('stacked tide', () => {
  it('each layer lies on the one below it, and the lowest on the ground', () => {
    const [lower, upper] = tideLayers([LOWER, UPPER])
    expect(points(lower?.area ?? '').filter(([, y]) => y === HEIGHT).length).toBeGreaterThan(2)
    for (const point of points(lower?.surface ?? '')) expect(points(upper?.area ?? '')).toContainEqual(point)
    // Without first investments the lower surface ends on the ground.
    expect(points(lower?.surface ?? '')).toContainEqual([WIDTH, HEIGHT])
  })

  it('the highest year of all layers together reaches the upper edge, and nothing rises above it', () => {
    const heights = tideLayers([LOWER, UPPER]).flatMap(({ surface }) => points(surface).map(([, y]) => y))
    expect(Math.min(...heights)).toBe(0)
  })

  it('water goes on beyond both edges at the level of the first and the last year', () => {
    const surface = points(tideLayers([[50, 100]])[0]?.surface ?? '')
    expect(surface[0]).toEqual([-WIDTH, HEIGHT / 2])
    expect(surface.at(-1)).toEqual([2 * WIDTH, 0])
  })

  it('coordinates have one decimal at most, so that server and browser draw the same bytes', () => {
    const text = tideLayers([[7.9, 14.3, 14.8, 16, 18.6]]).map(({ area, surface }) => area + surface)
    expect(text.join('')).not.toMatch(/\d\.\d\d|NaN|Infinity/u)
  })

  it('the highest year is the one with most of both together', () => {
    const years = LOWER.map((lower, index) => ({ label: String(index), lower, upper: UPPER[index] ?? 0 }))
    expect(highestYear(years)).toBe(2)
    expect(highestYear(years.slice(0, 2))).toBe(0)
  })

  it.each([[[[0, 0]]], [[[]]], [[[5]]]])('draws %j without a figure that is none', (layers) => {
    expect(JSON.stringify(tideLayers(layers))).not.toMatch(/NaN|Infinity|null/u)
  })
})
