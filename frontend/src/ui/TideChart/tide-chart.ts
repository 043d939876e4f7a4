// The geometry of a stacked area by year: pure functions from figures to paths in a drawing of 1000 × 400 units.

import { curve } from '../Contour/contour.ts'

export const WIDTH = 1000
export const HEIGHT = 400

/** One year of two stacked quantities. */
export type TideYear = { label: string; lower: number; upper: number }

export type TideShape = { lower: string; upper: string; line: string }

/** Areas from the ground up, and the line on top of both. */
export function tideShape(years: readonly TideYear[]): TideShape {
  const highest = Math.max(...years.map(sum), Number.MIN_VALUE)
  const top = (value: (year: TideYear) => number) =>
    curve(years.map((year, index) => [place(index, years.length) * WIDTH, HEIGHT - (value(year) / highest) * HEIGHT]))
  const lower = top((year) => year.lower)
  const line = top(sum)
  const ground = `L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`
  return { lower: `${lower}${ground}`, upper: `${line}${ground}`, line }
}

/** Where a year stands between the first (0) and the last (1). */
export const place = (index: number, count: number): number => (count < 2 ? 0 : index / (count - 1))

/** Both quantities together. */
export const sum = (year: TideYear): number => year.lower + year.upper

/** The year in which both together were highest. */
export function highestYear(years: readonly TideYear[]): number {
  return years.reduce((best, year, index) => (sum(year) > sum(years[best] ?? year) ? index : best), 0)
}
