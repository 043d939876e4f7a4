// Squarified treemap: fields as near to squares as their shares allow, laid out largest first. Pure arithmetic.

/** A field in percent of the whole drawing. */
export type Field = { x: number; y: number; width: number; height: number }

type Box = Field

/**
 * Places one field per value, in the order of the values, whose areas are to each other as the values are.
 * `ratio` is the width of the drawing divided by its height.
 */
export function treemap(values: readonly number[], ratio: number): Field[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  const order = values.map((_, index) => index).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b)
  const fields: Field[] = values.map(() => ({ x: 0, y: 0, width: 0, height: 0 }))
  if (total <= 0) return fields
  // Laid out in units where the whole is `ratio` wide and 1 high, so that "square" means square to the eye.
  let rest: Box = { x: 0, y: 0, width: ratio, height: 1 }
  const area = (index: number) => ((values[index] ?? 0) / total) * ratio
  for (let start = 0; start < order.length; ) {
    const side = Math.min(rest.width, rest.height)
    const end = rowEnd(order, start, side, area)
    const row = order.slice(start, end)
    rest = placeRow(row, rest, area, fields)
    start = end
  }
  return fields.map((field) => ({
    x: percent(field.x / ratio),
    y: percent(field.y),
    width: percent(field.width / ratio),
    height: percent(field.height),
  }))
}

/** How many of the next fields share a row: as long as the worst of them does not get less square. */
function rowEnd(order: readonly number[], start: number, side: number, area: (index: number) => number): number {
  let end = start + 1
  while (
    end < order.length &&
    worst(order.slice(start, end + 1).map(area), side) <= worst(order.slice(start, end).map(area), side)
  ) {
    end += 1
  }
  return end
}

/** The worst proportion in a row laid along a side. */
function worst(areas: readonly number[], side: number): number {
  const sum = areas.reduce((total, value) => total + value, 0)
  const depth = sum / side
  return Math.max(...areas.map((value) => Math.max((depth * depth) / value, value / (depth * depth))))
}

/** Fills the shorter side of the box with the row and returns what is left. */
function placeRow(row: readonly number[], box: Box, area: (index: number) => number, fields: Field[]): Box {
  const sum = row.reduce((total, index) => total + area(index), 0)
  const upright = box.width >= box.height
  const depth = sum / (upright ? box.height : box.width)
  let offset = 0
  for (const index of row) {
    const length = area(index) / depth
    fields[index] = upright
      ? { x: box.x, y: box.y + offset, width: depth, height: length }
      : { x: box.x + offset, y: box.y, width: length, height: depth }
    offset += length
  }
  return upright
    ? { ...box, x: box.x + depth, width: box.width - depth }
    : { ...box, y: box.y + depth, height: box.height - depth }
}

const percent = (value: number): number => Math.round(value * 10_000) / 100
