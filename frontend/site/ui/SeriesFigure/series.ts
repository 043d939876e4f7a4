// Which years of a series are labelled, and their positions in the drawing. Pure.

/**
 * A year of the series: `x` and `y` are shares of the drawing's width and of its highest figure.
 */
export type Labelled = { index: number; x: number; y: number }

/** The room that two labels need between each other, as a share of the width. */
const ROOM = 0.18

/** The first and the last year, and the highest if it is clear of both. */
export function labelled(series: readonly number[]): Labelled[] {
  const end = series.length - 1
  const highest = Math.max(...series, Number.MIN_VALUE)
  const peak = series.indexOf(highest)
  const clear = peak / end >= ROOM && 1 - peak / end >= ROOM
  const chosen = clear ? [0, peak, end] : [0, end]
  return chosen.map((index) => ({ index, x: index / end, y: (series[index] ?? 0) / highest }))
}

/**
 * True if the drawing leaves its upper left empty: no figure of the first half comes near the
 * highest.
 */
export function quietAtFirst(series: readonly number[]): boolean {
  const highest = Math.max(...series, Number.MIN_VALUE)
  return series.slice(0, Math.ceil(series.length / 2)).every((figure) => figure / highest < QUIET)
}

/** Above this share of the height a line would touch the text over the drawing. */
const QUIET = 0.5
