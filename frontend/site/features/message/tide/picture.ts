// The drawing as a picture to keep: its lines and texts, as an SVG file and on a canvas. It shows
// the figures in proportion to the first year, so the picture has no amount.

import { contourPaths, isCrest, TOP } from '#/ui/Contour/contour.ts'
import { labelled } from '#/ui/SeriesFigure/series.ts'

export type PictureProps = {
  /** The first year is 100. */
  series: readonly number[]
  from: number
  title: string
  note: string
  /** Faces of the texts, as in a style sheet. */
  face: string
}

type Line = { d: string; isFigures: boolean; color: string; weight: number }
type Text = { text: string; x: number; y: number; size: number; anchor: 'start' | 'middle' | 'end'; color: string }

export type Picture = { width: number; height: number; face: string; paths: Line[]; texts: Text[] }

/** The size that services show a shared picture in. */
const WIDTH = 1200
const HEIGHT = 630
/** The box of the lines. */
const BOX = { x: 80, y: 220, width: 1040, height: 300 }
const LINES = 24
const SWELLS = 3

/** The colours of the page by day (styles/grounds.css): a picture has no night. */
const PAPER = '#fbfaf7'
const INK = '#0e1a2b'
const SOFT = '#47525f'
const WATER = '#7fabe6'
const CREST = '#3f83dd'
const FIGURES = '#1677ff'

/** Lines and texts of the picture. */
export function pictureOf({ series, from, title, note, face }: PictureProps): Picture {
  const paths = contourPaths(series, { width: BOX.width, height: BOX.height, lines: LINES, swells: SWELLS, lag: 0.5 })
  return {
    width: WIDTH,
    height: HEIGHT,
    face,
    paths: paths.map((d, index) => {
      const isFigures = index === LINES - 1
      const color = isFigures ? FIGURES : isCrest(index, LINES, SWELLS) ? CREST : WATER
      return { d, isFigures, color, weight: isFigures ? 3 : 1.25 }
    }),
    texts: [
      { text: title, x: BOX.x, y: 96, size: 36, anchor: 'start', color: INK },
      { text: note, x: BOX.x, y: 136, size: 22, anchor: 'start', color: SOFT },
      ...labelled(series).flatMap(({ index, x, y }): Text[] => {
        const anchor = x === 0 ? 'start' : x === 1 ? 'end' : 'middle'
        const at = { x: BOX.x + x * BOX.width, anchor } as const
        const crest = BOX.y + BOX.height * (1 - y * (1 - TOP))
        return [
          { text: String(series[index]), ...at, y: Math.round(crest - 18), size: 40, color: INK },
          { text: String(from + index), ...at, y: BOX.y + BOX.height + 40, size: 22, color: SOFT },
        ]
      }),
    ],
  }
}

/** The picture as an SVG file. */
export function svgOf({ width, height, face, paths, texts }: Picture): string {
  const lines = paths.map(({ d, color, weight }) => `<path d="${d}" stroke="${color}" stroke-width="${weight}"/>`)
  const words = texts.map(
    ({ text, x, y, size, anchor, color }) =>
      `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="${color}">${escaped(text)}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
    // An inner drawing cuts off the lines that run on beyond its edges.
    `<svg x="${BOX.x}" y="${BOX.y}" width="${BOX.width}" height="${BOX.height}" fill="none">${lines.join('')}</svg>`,
    `<g font-family="${escaped(face)}">${words.join('')}</g>`,
    '</svg>',
  ].join('\n')
}

/** Draws the picture, `scale` dots to a unit. */
export function paint({ width, height, face, paths, texts }: Picture, context: CanvasRenderingContext2D, scale: number): void {
  context.scale(scale, scale)
  context.fillStyle = PAPER
  context.fillRect(0, 0, width, height)
  context.save()
  context.beginPath()
  context.rect(BOX.x, BOX.y, BOX.width, BOX.height)
  context.clip()
  context.translate(BOX.x, BOX.y)
  for (const { d, color, weight } of paths) {
    context.strokeStyle = color
    context.lineWidth = weight
    context.stroke(new Path2D(d))
  }
  context.restore()
  for (const { text, x, y, size, anchor, color } of texts) {
    context.font = `${size}px ${face}`
    context.textAlign = anchor === 'middle' ? 'center' : anchor
    context.fillStyle = color
    context.fillText(text, x, y)
  }
}

/** A text as XML has it, also in an attribute. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
