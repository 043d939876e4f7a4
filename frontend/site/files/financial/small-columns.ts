// Small charts side by side, one per quantity, each by year from zero; the last year is marked.

import { part, type Sheet } from '#/files/pdf/sheet.ts'
import { line, type Style, widthOf } from '#/files/pdf/text.ts'
import { COLOR, LEFT, RIGHT, stylesOf } from './look.ts'

export type SmallChart = {
  title: string
  unit: string
  alt: string
  columns: readonly { label: string; value: number; text: string }[]
}

export const SMALL_HEIGHT = 138

const GAP = 30
const HEAD = 44
const FOOT = 14
/** Share of a year's room that its column fills. */
const FILL = 0.62
const SIZE = 7.5

/** Draws the charts in a row from `top` down. */
export function smallColumns(sheet: Sheet, charts: readonly SmallChart[], top: number): void {
  const width = (RIGHT - LEFT - GAP * (charts.length - 1)) / charts.length
  for (const [index, chart] of charts.entries()) {
    const left = LEFT + index * (width + GAP)
    const bbox: [number, number, number, number] = [left, top, left + width, top + SMALL_HEIGHT]
    part(sheet.root, sheet, 'Figure', () => draw(sheet, chart, left, top, width), { alt: chart.alt, bbox })
  }
}

function draw(sheet: Sheet, { title, unit, columns }: SmallChart, left: number, top: number, width: number): void {
  const { doc } = sheet
  const { label, caption } = stylesOf(sheet.locale)
  const zero = top + SMALL_HEIGHT - FOOT
  const highest = Math.max(...columns.map(({ value }) => value), Number.MIN_VALUE)
  const step = width / columns.length
  line(sheet, title, left, top, label)
  line(sheet, unit, left, top + 11, caption)
  for (const [index, column] of columns.entries()) {
    const isLast = index === columns.length - 1
    const middle = left + (index + 0.5) * step
    const height = (column.value / highest) * (zero - top - HEAD)
    const style: Style = {
      ...caption,
      size: SIZE,
      color: isLast ? COLOR.ink : COLOR.faint,
      weight: isLast ? 'strong' : 'regular',
    }
    doc.rect(middle - (step * FILL) / 2, zero - height, step * FILL, height).fill(isLast ? COLOR.blue : COLOR.pale)
    // Where years are many, the last one alone is labelled; the table has them all.
    if (isLast || widthOf(sheet, column.text, style) <= step) line(sheet, column.text, middle, zero - height - 4, style, 'center')
    if (isLast || widthOf(sheet, column.label, style) <= step) line(sheet, column.label, middle, zero + 10, style, 'center')
  }
  doc
    .moveTo(left, zero)
    .lineTo(left + width, zero)
    .lineWidth(0.5)
    .strokeColor(COLOR.ink, 1)
    .stroke()
}
