// A treemap, laid out by d3-hierarchy, in percent of its drawing; and how one walks it with the
// arrow keys.

import { hierarchy, treemap as layout } from 'd3-hierarchy'

/** A field: percent of the drawing here, pixels of the window where it is walked. */
export type Field = { x: number; y: number; width: number; height: number }

export type Direction = 'left' | 'right' | 'up' | 'down'

type Leaf = { index: number; value: number; children?: Leaf[] }

/**
 * Places one field per value, in the order of the values, with areas in proportion to the values.
 * `ratio` is the width of the drawing divided by its height.
 */
export function treemap(values: readonly number[], ratio: number): Field[] {
  const leaves = values.map((value, index): Leaf => ({ index, value }))
  const root = hierarchy<Leaf>({ index: -1, value: 0, children: leaves })
    .sum(({ value }) => value)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || a.data.index - b.data.index)
  // Laid out in units where the whole is `ratio` wide and 1 high, so that fields near the golden
  // ratio are so to the eye.
  const placed = layout<Leaf>().size([ratio, 1])(root).children ?? []
  const fields = new Map(placed.map(({ data, x0, x1, y0, y1 }) => [data.index, { x0, x1, y0, y1 }]))
  return values.map((_, index) => {
    const { x0, x1, y0, y1 } = fields.get(index) ?? { x0: 0, x1: 0, y0: 0, y1: 0 }
    return { x: percent(x0 / ratio), y: percent(y0), width: percent((x1 - x0) / ratio), height: percent(y1 - y0) }
  })
}

/**
 * The next field from `from` in a direction: of the fields wholly on that side, the nearest,
 * measured from middle to middle with sideways distance counted double. `from` itself at the edge
 * of the map.
 */
export function neighbour(fields: readonly Field[], from: number, direction: Direction): number {
  const here = fields[from]
  if (here === undefined) return from
  let best = from
  let least = Number.POSITIVE_INFINITY
  for (const [index, field] of fields.entries()) {
    const along = beyond(here, field, direction)
    if (index === from || along < -TOUCHING) continue
    const across = direction === 'left' || direction === 'right' ? middleY(field) - middleY(here) : middleX(field) - middleX(here)
    const distance = along + 2 * Math.abs(across)
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

/** Fields that touch may overlap by rounding. */
const TOUCHING = 0.5

/** How far a field is beyond the edge of another; negative if it is not. */
function beyond(here: Field, field: Field, direction: Direction): number {
  if (direction === 'left') return here.x - (field.x + field.width)
  if (direction === 'right') return field.x - (here.x + here.width)
  if (direction === 'up') return here.y - (field.y + field.height)
  return field.y - (here.y + here.height)
}

const middleX = ({ x, width }: Field): number => x + width / 2
const middleY = ({ y, height }: Field): number => y + height / 2

const percent = (value: number): number => Math.round(value * 10_000) / 100
