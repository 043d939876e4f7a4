// Tide lines: a family of curves that fans out from the water's edge up to a series of real
// figures. Pure arithmetic without sine or power, whose last digit differs between engines: server
// and browser must draw the same bytes.

export type ContourOptions = {
  /** Size of the drawing in its own units. */
  width: number
  height: number
  /** How many lines, the figures' own line included. */
  lines: number
  /** How far the lowest line trails behind the highest, as a share of the width. */
  lag?: number
  /**
   * Crests into which the lines gather, each the same figures arriving later; without it the lines
   * are evenly spaced.
   */
  swells?: number
  /** How far the lines run on beyond both edges, level, in widths of the drawing. */
  reach?: number
}

/** One path per line, from the water's edge to the figures themselves, which come last. */
export function contourPaths(series: readonly number[], options: ContourOptions): string[] {
  const { width, height, lines, lag = 0.16, swells, reach = 0 } = options
  const highest = Math.max(...series, Number.MIN_VALUE)
  const top = height * TOP
  const peak = series.indexOf(highest)
  const end = Math.max(series.length - 1, 1)
  // If the figures fall at the end, the lower lines catch up, or they would be above the one that
  // fell.
  const late = (shift: number, x: number, place: number): number => {
    if (peak < 0 || peak === series.length - 1) return shift
    return Math.min(place > peak ? (shift * (end - place)) / (end - peak) : shift, (width - x) / 2)
  }
  return Array.from({ length: lines }, (_, index) => {
    const level = swells === undefined ? (index + 1) / lines : gathered(index, lines, swells)
    const shift = (1 - level) * lag * width
    const points = series.map((value, place): Point => {
      const x = (place / end) * width
      return [x + late(shift, x, place), height - level * (value / highest) * (height - top)]
    })
    return curve(extend(points, width, reach))
  })
}

/** The room above the highest figure, as a share of the drawing's height. */
export const TOP = 0.04

/** True for the line that a crest ends on: the last one of every swell. */
export function isCrest(index: number, lines: number, swells: number): boolean {
  return swellOf(index + 1, lines, swells) > swellOf(index, lines, swells)
}

/**
 * The level of a line among lines that crowd towards their crest: wide in the trough, close where
 * the water breaks.
 */
function gathered(index: number, lines: number, swells: number): number {
  const swell = swellOf(index, lines, swells)
  const within = ((index + 1) * swells) / lines - swell
  return (swell + within * (2 - within)) / swells
}

const swellOf = (index: number, lines: number, swells: number): number => Math.floor((index * swells) / lines)

type Point = readonly [x: number, y: number]

/**
 * Carries the first and the last height beyond both edges, so that a shifted line still crosses the
 * whole drawing.
 */
function extend(points: readonly Point[], width: number, reach: number): Point[] {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return []
  const beyond = Math.max(reach, 0.1) * width
  const before: Point[] = first[0] > 0 || reach > 0 ? [[-beyond, first[1]]] : []
  const after: Point[] = last[0] < width || reach > 0 ? [[Math.max(width, last[0]) + beyond, last[1]]] : []
  return [...before, ...points, ...after]
}

/**
 * A smooth path through the points that never overshoots them (monotone cubic), as Bézier segments.
 * Own code, unlike the charts' curves: contours are part of layouts, and d3-shape would add 3 KB to
 * the download of every first visit.
 *
 * Each segment is written relative to the pen's position, and by half where it continues the last
 * one: the figures are at even distances, so that most numbers repeat, and a document of several
 * drawings is a third smaller when transferred.
 */
function curve(points: readonly Point[]): string {
  const slopes = tangents(points)
  let pen: Point = [0, 0]
  // From the last segment's second handle to the pen: the first handle of a segment that continues.
  let onward: Point | undefined
  return points
    .map(([x, y], index) => {
      const before = points[index - 1]
      if (before === undefined) {
        pen = [tenths(x), tenths(y)]
        return `M${written(pen)}`
      }
      const third = (x - before[0]) / 3
      const from = (x: number, y: number): Point => [tenths(x) - pen[0], tenths(y) - pen[1]]
      const leave = from(before[0] + third, before[1] + third * (slopes[index - 1] ?? 0))
      const arrive = from(x - third, y - third * (slopes[index] ?? 0))
      const end = from(x, y)
      const goesOn = onward !== undefined && isNear(leave, onward)
      pen = [tenths(x), tenths(y)]
      const isLevel = [leave, arrive, end].every(([, rise]) => rise === 0)
      onward = isLevel ? undefined : [end[0] - arrive[0], end[1] - arrive[1]]
      if (isLevel) return `h${written([end[0]])}`
      return goesOn ? `s${written(arrive, end)}` : `c${written(leave, arrive, end)}`
    })
    .join('')
}

/** Equal but for rounding. */
function isNear(a: Point, b: Point): boolean {
  return Math.abs(a[0] - b[0]) <= 1 && Math.abs(a[1] - b[1]) <= 1
}

/**
 * Points in tenths as a path has them: one decimal, and no space before a minus.
 */
function written(...points: readonly (readonly number[])[]): string {
  return points
    .flat()
    .map((number) => String(number / 10).replace(/^(-?)0\./, '$1.'))
    .map((text, index, all) => (index === 0 || endsBefore(all[index - 1] ?? '', text) ? text : ` ${text}`))
    .join('')
}

/** A second point, or a minus, ends the number before it. */
function endsBefore(number: string, next: string): boolean {
  return next.startsWith('-') || (next.startsWith('.') && number.includes('.'))
}

/** Slopes at the points: zero at a peak or a trough, the harmonic mean of both sides elsewhere. */
function tangents(points: readonly Point[]): number[] {
  const rises = points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index] ?? [0, 0]
    return (y - fromY) / (x - fromX)
  })
  return points.map((_, index) => {
    const before = rises[index - 1] ?? rises[index] ?? 0
    const after = rises[index] ?? before
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
  })
}

const tenths = (value: number): number => Math.round(value * 10)
