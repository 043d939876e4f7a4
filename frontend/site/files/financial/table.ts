// The five-year table with hairlines: newest year first, figures under each other, units smaller
// than names.

import { artifact, group, part, type Sheet } from '#/files/pdf/sheet.ts'
import { broken, line, type Style } from '#/files/pdf/text.ts'
import { COLOR, LEFT, RIGHT, stylesOf } from './look.ts'

export type Head = { name: string; unit?: string }
export type Row = { name: string; cells: readonly string[] }

const ROW = 21
const YEAR_WIDTH = 64
/** Between two columns at least. */
const GUTTER = 14
/** From a rule to the baseline below it. */
const DROP = 14.5

/** Draws the table with its first rule at `top`; returns the place of its last rule. */
export function table(sheet: Sheet, first: string, heads: readonly Head[], rows: readonly Row[], top: number): number {
  const { label, caption, figure } = stylesOf(sheet.locale)
  const step = (RIGHT - LEFT - YEAR_WIDTH) / heads.length
  const right = (column: number) => LEFT + YEAR_WIDTH + (column + 1) * step
  const names = heads.map(({ name }) => broken(sheet, name, step - GUTTER, label))
  const headLines = Math.max(...names.map(({ length }) => length))
  const headBottom = top + DROP + headLines * label.leading + 6

  rule(sheet, top, COLOR.ink, 0.8)
  group(sheet.root, sheet, 'Table', (whole) => {
    group(whole, sheet, 'TR', (row) => {
      part(row, sheet, 'TH', () => line(sheet, first, LEFT, top + DROP, label), { scope: 'Column' })
      for (const [column, { unit = '' }] of heads.entries()) {
        part(row, sheet, 'TH', () => head(sheet, names[column] ?? [], unit, right(column), top + DROP, label, caption), {
          scope: 'Column',
        })
      }
    })
    rule(sheet, headBottom, COLOR.ink, 0.5)
    for (const [index, { name, cells }] of rows.entries()) {
      const baseline = headBottom + index * ROW + DROP
      group(whole, sheet, 'TR', (row) => {
        part(row, sheet, 'TH', () => line(sheet, name, LEFT, baseline, { ...figure, weight: 'strong' }), { scope: 'Row' })
        for (const [column, text] of cells.entries()) {
          part(row, sheet, 'TD', () => line(sheet, text, right(column), baseline, figure, 'right'))
        }
      })
      rule(sheet, headBottom + (index + 1) * ROW, COLOR.line, 0.5)
    }
  })
  return headBottom + rows.length * ROW
}

function head(
  sheet: Sheet,
  name: readonly string[],
  unit: string,
  x: number,
  baseline: number,
  label: Style,
  caption: Style,
): void {
  for (const [index, text] of name.entries()) line(sheet, text, x, baseline + index * label.leading, label, 'right')
  line(sheet, unit, x, baseline + name.length * label.leading, caption, 'right')
}

/** A line across the text column. */
export function rule(sheet: Sheet, y: number, color: string, width: number): void {
  artifact(sheet, () => sheet.doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(width).strokeColor(color, 1).stroke())
}
