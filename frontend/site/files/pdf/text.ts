// Setting text: measured with the fonts it is drawn with, broken where the language allows (UAX
// 14), every line on its own baseline, so that lines of different fonts keep one rhythm.

import LineBreaker from 'linebreak'
import { type Run, runs, type Weight } from './runs.ts'
import type { Sheet } from './sheet.ts'

/** How a text looks. Sizes in points. */
export type Style = {
  size: number
  /** From baseline to baseline. */
  leading: number
  color: string
  weight?: Weight
}

export type Align = 'left' | 'center' | 'right'

/** Draws one line on `baseline`, at, around or before `x`. */
export function line(sheet: Sheet, text: string, x: number, baseline: number, style: Style, align: Align = 'left'): void {
  const parts = runsOf(sheet, text, style)
  const width = align === 'left' ? 0 : widthOfRuns(sheet, parts, style)
  let at = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
  for (const run of parts) {
    at += run.gap * style.size
    font(sheet, run, style)
    sheet.doc.fillColor(style.color).text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' })
    at += sheet.doc.widthOfString(run.text)
  }
}

/**
 * Draws a text in lines of at most `width`, the first one on `baseline`. Returns the baseline after
 * the last line.
 */
export function paragraph(sheet: Sheet, text: string, x: number, baseline: number, width: number, style: Style): number {
  const all = broken(sheet, text, width, style)
  for (const [index, one] of all.entries()) line(sheet, one, x, baseline + index * style.leading, style)
  return baseline + all.length * style.leading
}

/**
 * The last line of a paragraph is not shorter than this share of the width, if the others can give.
 */
const LAST_LINE = 0.15
/** How much narrower the lines may become for it. */
const GIVE = 0.12

/**
 * The lines of a text at this width. A single word or character is not left alone on the last one.
 */
export function broken(sheet: Sheet, text: string, width: number, style: Style): string[] {
  const lines = filled(sheet, text, width, style)
  const isShort = (all: readonly string[]) => all.length > 1 && widthOf(sheet, all.at(-1) ?? '', style) < width * LAST_LINE
  if (!isShort(lines)) return lines
  const narrower = filled(sheet, text, width * (1 - GIVE), style)
  return narrower.length === lines.length && !isShort(narrower) ? narrower : lines
}

/**
 * Text in lines as full as they can be. A word that is wider than a line is on a line by itself and
 * sticks out.
 */
function filled(sheet: Sheet, text: string, width: number, style: Style): string[] {
  const result: string[] = []
  let current = ''
  for (const piece of pieces(text)) {
    if (current !== '' && widthOf(sheet, (current + piece).trimEnd(), style) > width) {
      result.push(current.trimEnd())
      current = ''
    }
    current += piece
  }
  return current === '' ? result : [...result, current.trimEnd()]
}

/** Width of one line, in points. */
export function widthOf(sheet: Sheet, text: string, style: Style): number {
  return widthOfRuns(sheet, runsOf(sheet, text, style), style)
}

/** The text, cut wherever a line may end. */
function pieces(text: string): string[] {
  const breaker = new LineBreaker(text)
  const result: string[] = []
  let from = 0
  for (let end = breaker.nextBreak(); end !== null; end = breaker.nextBreak()) {
    result.push(text.slice(from, end.position))
    from = end.position
  }
  return result
}

const runsOf = (sheet: Sheet, text: string, { weight = 'regular' }: Style): Run[] => runs(text, sheet.locale, weight, sheet.fonts)

function widthOfRuns(sheet: Sheet, parts: readonly Run[], style: Style): number {
  return parts.reduce((sum, run) => {
    font(sheet, run, style)
    return sum + run.gap * style.size + sheet.doc.widthOfString(run.text)
  }, 0)
}

function font({ doc, fonts }: Sheet, run: Run, { size }: Style): void {
  // By name, so that the document embeds each font once. The types do not know that a parsed font
  // may be registered.
  doc.registerFont(run.font, fonts(run.font) as unknown as string)
  doc.font(run.font, size)
}
