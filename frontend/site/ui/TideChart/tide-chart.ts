// The geometry of areas by year, stacked from the ground up: pure functions from figures to paths
// in a drawing of 1000 × 400 units.

import { area, curveMonotoneX, line, stack } from 'd3-shape'

export const WIDTH = 1000
export const HEIGHT = 400

/** One year of two stacked quantities. */
export type TideYear = { label: string; lower: number; upper: number }

/** One layer: the area between its lower boundary and its own surface, and the surface alone. */
export type TideLayer = { area: string; surface: string }

/** A year's place in a layer, in units of the drawing. */
type Depth = { x: number; bottom: number; top: number }

/**
 * Layers from the ground up, one per list of figures by year. The highest year reaches the
 * drawing's upper edge. Water continues beyond both edges at the level of the first and the last
 * year, for a drawing that runs off the page.
 */
export function tideLayers(layers: readonly (readonly number[])[]): TideLayer[] {
  const years = (layers[0] ?? []).map((_, year) => year)
  const stacked = stack<number, number>()
    .keys(layers.map((_, layer) => layer))
    .value((year, layer) => layers[layer]?.[year] ?? 0)(years)
  const highest = Math.max(...stacked.flatMap((layer) => layer.map(([, top]) => top)), Number.MIN_VALUE)
  const height = (value: number) => HEIGHT - (value / highest) * HEIGHT
  return stacked.map((layer) => {
    const depths = layer.map(([bottom, top], year): Depth => {
      return { x: place(year, years.length) * WIDTH, bottom: height(bottom), top: height(top) }
    })
    const wide = beyond(depths)
    return { area: water(wide) ?? '', surface: surface(wide) ?? '' }
  })
}

/** The position of a year between the first (0) and the last (1). */
export const place = (index: number, count: number): number => (count < 2 ? 0 : index / (count - 1))

/** Both quantities together. */
export const sum = (year: TideYear): number => year.lower + year.upper

/** The index of the highest of the values; the first of equals. */
export function highest(values: readonly number[]): number {
  return values.reduce((best, value, index) => (value > (values[best] ?? value) ? index : best), 0)
}

/** The year in which both together were highest. */
export const highestYear = (years: readonly TideYear[]): number => highest(years.map(sum))

/** Adds one drawing's width of level water on each side. */
function beyond(depths: readonly Depth[]): Depth[] {
  const [first] = depths
  const last = depths.at(-1)
  if (first === undefined || last === undefined) return []
  return [{ ...first, x: -WIDTH }, ...depths, { ...last, x: 2 * WIDTH }]
}

const water = area<Depth>()
  .x(({ x }) => x)
  .y0(({ bottom }) => bottom)
  .y1(({ top }) => top)
  .curve(curveMonotoneX)
  .digits(1)

const surface = line<Depth>()
  .x(({ x }) => x)
  .y(({ top }) => top)
  .curve(curveMonotoneX)
  .digits(1)
