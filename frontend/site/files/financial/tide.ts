// Assets by year as one tide on a band across the page: the line of the figures, and the lines that
// run up to it from the water's edge.

import { curveMonotoneX, area as d3Area, line as d3Line } from 'd3-shape'
import { artifact, PAGE, part, type Sheet } from '#/files/pdf/sheet.ts'
import { line } from '#/files/pdf/text.ts'
import { COLOR, LEFT, RIGHT, stylesOf } from './look.ts'

export type TideYear = { label: string; value: number; text: string }

export type TideText = {
  title: string
  unit: string
  /** Description of the drawing, for screen readers. */
  alt: string
}

/** Height of the whole band, ground included. */
export const TIDE_HEIGHT = 200

const LINES = 14
/** From the band's upper edge to the highest figure, and from its lower edge to zero. */
const ABOVE = 84
const BELOW = 30
/** How far the lowest line trails behind the figures. */
const LAG = 46
const DIGITS = 2

/** Draws the band from `top` down, from edge to edge of the page. */
export function tide(sheet: Sheet, years: readonly TideYear[], text: TideText, top: number): void {
  const bbox: [number, number, number, number] = [0, top, PAGE.width, top + TIDE_HEIGHT]
  artifact(sheet, () => sheet.doc.rect(0, top, PAGE.width, TIDE_HEIGHT).fill(COLOR.foam))
  part(sheet.root, sheet, 'Figure', () => draw(sheet, years, text, top), { alt: text.alt, bbox })
}

function draw(sheet: Sheet, years: readonly TideYear[], { title, unit }: TideText, top: number): void {
  const { label, caption } = stylesOf(sheet.locale)
  const zero = top + TIDE_HEIGHT - BELOW
  const highest = Math.max(...years.map(({ value }) => value), Number.MIN_VALUE)
  const height = (value: number) => (value / highest) * (zero - top - ABOVE)
  const points = years.map(({ value }, index) => ({ x: place(index, years.length), y: zero - height(value) }))
  line(sheet, title, LEFT, top + 26, label)
  line(sheet, unit, LEFT, top + 38, caption)
  water(sheet, points, top, zero)
  for (const [index, year] of years.entries()) mark(sheet, year, points[index] as Point, zero, index, years.length)
}

/** The area under the figures, the lines that run up to it, and the ground. */
function water({ doc }: Sheet, points: readonly Point[], top: number, zero: number): void {
  doc.save()
  doc.rect(LEFT, top, RIGHT - LEFT, zero - top).clip()
  doc.path(areaPath(points, zero)).fillColor(COLOR.pale, 0.45).fill()
  doc.lineWidth(0.4)
  for (let index = 1; index < LINES; index += 1) {
    const level = index / LINES
    const trailing = points.map(({ x, y }) => ({ x: x + (1 - level) * LAG, y: zero - (zero - y) * level }))
    doc
      .path(linePath(trailing))
      .strokeColor(COLOR.blue, 0.25 + level * 0.35)
      .stroke()
  }
  doc.path(linePath(points)).lineWidth(1.4).strokeColor(COLOR.blue, 1).stroke()
  doc.restore().fillColor(COLOR.ink, 1)
  doc.moveTo(LEFT, zero).lineTo(RIGHT, zero).lineWidth(0.5).strokeColor(COLOR.blue, 1).stroke()
}

/** A year's point and its words; the last year has the moon and the large figure. */
function mark(sheet: Sheet, { label, text }: TideYear, { x, y }: Point, zero: number, index: number, count: number): void {
  const { caption, figure, large } = stylesOf(sheet.locale)
  const isLast = index === count - 1
  const align = isLast ? 'right' : index === 0 ? 'left' : 'center'
  if (isLast) sheet.doc.circle(x, y, 5).fill(COLOR.moon)
  else sheet.doc.circle(x, y, 1.8).fill(COLOR.blue)
  line(sheet, text, x, y - (isLast ? 14 : 9), isLast ? large : figure, align)
  line(sheet, label, x, zero + 16, caption, align)
}

type Point = { x: number; y: number }

/** The years are on the edges of the text column, and evenly between. */
const place = (index: number, count: number): number => (count < 2 ? RIGHT : LEFT + (index / (count - 1)) * (RIGHT - LEFT))

/**
 * The first and the last height, carried beyond both edges, so that a line that trails behind still
 * crosses the whole drawing.
 */
function toTheEdges(points: readonly Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)]
  return first === undefined || last === undefined ? [] : [{ x: -LAG, y: first.y }, ...points, { x: PAGE.width + LAG, y: last.y }]
}

function linePath(points: readonly Point[]): string {
  const path = d3Line<Point>(
    ({ x }) => x,
    ({ y }) => y,
  )
    .curve(curveMonotoneX)
    .digits(DIGITS)
  return path(toTheEdges(points)) ?? ''
}

function areaPath(points: readonly Point[], zero: number): string {
  const path = d3Area<Point>(
    ({ x }) => x,
    zero,
    ({ y }) => y,
  )
    .curve(curveMonotoneX)
    .digits(DIGITS)
  return path(toTheEdges(points)) ?? ''
}
