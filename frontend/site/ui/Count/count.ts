// Places of the things of a count, and the marked ones: two paths for one drawing.

import { SHAPES, type ShapeName } from './shapes.ts'

export type Drawing = {
  width: number
  height: number
  /** Paths of the marked things and of the others. */
  marked: string
  others: string
  /** Of a thing that is a stroke with gaps: how high the stroke is, and its dashes. */
  stroke?: { width: number; dashes: string }
}

/** A thing's column and row. */
type Cell = readonly [column: number, row: number]

/**
 * @param total number of things, at least 1
 * @param marked how many of them are marked, or which ones, the first being 1
 */
export function drawCount(name: ShapeName, total: number, marked: number | readonly number[]): Drawing {
  const { pitch, columns, size, outline } = SHAPES[name]
  const cells = columns === 'disc' ? discOf(total) : rowsOf(total, columns)
  const isMarked =
    typeof marked === 'number' ? firstOf(orderOf(cells, columns === 'disc'), marked) : new Set(marked.map((at) => at - 1))
  const draw = (wanted: boolean) =>
    outline === undefined
      ? runs(cells, (index) => isMarked.has(index) === wanted)
          .map(({ column, row, length }) => `M${column * pitch[0]} ${row * pitch[1] + size[1] / 2}h${length * pitch[0]}`)
          .join('')
      : cells
          .flatMap(([column, row], index) =>
            isMarked.has(index) === wanted ? [`M${column * pitch[0]} ${row * pitch[1]}${outline}`] : [],
          )
          .join('')
  const most = (axis: 0 | 1) => Math.max(...cells.map((cell) => cell[axis])) * pitch[axis] + size[axis]
  return {
    width: most(0),
    height: most(1),
    marked: draw(true),
    others: draw(false),
    ...(outline === undefined && { stroke: { width: size[1], dashes: `${size[0]} ${pitch[0] - size[0]}` } }),
  }
}

function rowsOf(total: number, columns: number): Cell[] {
  return Array.from({ length: total }, (_, index) => [index % columns, Math.floor(index / columns)])
}

/** The cells nearest to a circle's centre, row by row. */
function discOf(total: number): Cell[] {
  const radius = Math.ceil(Math.sqrt(total / Math.PI)) + 1
  const side = 2 * radius + 1
  const nearest = rowsOf(side * side, side)
    .map((cell, index) => ({ cell, index, far: Math.hypot(cell[0] - radius, cell[1] - radius) }))
    .sort((a, b) => a.far - b.far || a.index - b.index)
    .slice(0, total)
    .sort((a, b) => a.index - b.index)
    .map(({ cell }) => cell)
  const [left, top] = [0, 1].map((axis) => Math.min(...nearest.map((cell) => cell[axis as 0 | 1]))) as [number, number]
  return nearest.map(([column, row]) => [column - left, row - top])
}

/**
 * The order in which things are marked, always the same, so that a larger count contains a smaller
 * one. On a wafer the rim fails most, and two smears; elsewhere it is scattered.
 */
function orderOf(cells: readonly Cell[], isDisc: boolean): number[] {
  const half = Math.max(...cells.map(([column]) => column)) / 2
  const rank = ([column, row]: Cell, index: number) => {
    if (!isDisc) return scattered(index)
    const [x, y] = [(column - half) / half, (row - half) / half]
    const smear = Math.exp(-20 * (x + y - 0.5) ** 2) + 0.8 * Math.exp(-30 * (x - 0.4 * y + 0.45) ** 2)
    return 0.9 * Math.hypot(x, y) ** 4 + 0.7 * smear + 0.7 * scattered(index)
  }
  return cells
    .map((cell, index) => ({ index, rank: rank(cell, index) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ index }) => index)
}

/** A number between 0 and 1 for each index, without a pattern. */
function scattered(index: number): number {
  const product = Math.imul(index + 1, 0x9e3779b1)
  return (Math.imul(product ^ (product >>> 15), 0x85ebca6b) >>> 8) / 2 ** 24
}

function firstOf(order: readonly number[], count: number): Set<number> {
  return new Set(order.slice(0, count))
}

/** Neighbours in one row that are all wanted. */
function runs(cells: readonly Cell[], isWanted: (index: number) => boolean) {
  const found: { column: number; row: number; length: number }[] = []
  for (const [index, [column, row]] of cells.entries()) {
    if (!isWanted(index)) continue
    const last = found.at(-1)
    if (last?.row === row && last.column + last.length === column) last.length += 1
    else found.push({ column, row, length: 1 })
  }
  return found
}
