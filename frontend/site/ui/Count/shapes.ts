// The things that are counted, each as the outline of one of them. Squares are strokes with gaps,
// so that a row of them is one line; the others are outlines of their own.

export type ShapeName = 'die' | 'aid' | 'drive' | 'tank' | 'lorry' | 'bay'

type Shape = {
  /** Width and height of one thing with the space after it. */
  pitch: readonly [x: number, y: number]
  /** Number in a row; `disc` fills a circle row by row. */
  columns: number | 'disc'
  /** The thing's own size: of a square, or of `outline`. */
  size: readonly [width: number, height: number]
  /** A relative path from its upper left corner; without it the thing is a rectangle. */
  outline?: string
}

export const SHAPES: Record<ShapeName, Shape> = {
  die: { pitch: [4, 4], columns: 'disc', size: [3, 3] },
  drive: { pitch: [4, 8], columns: 50, size: [3, 6.6] },
  bay: { pitch: [12, 12], columns: 20, size: [10, 10] },
  aid: {
    pitch: [12, 16],
    columns: 20,
    size: [9, 13],
    outline: 'm1 10c-2-6 0-10 4-10 3 0 5 2 4 5 0 2-2 2-2 4 0 3-3 3-3 1s2-3 2-5-3-2-3 4c0 3-2 3-2 1z',
  },
  tank: { pitch: [15, 26], columns: 20, size: [11, 22], outline: 'm0 2c0-3 11-3 11 0v18c0 3-11 3-11 0z' },
  lorry: {
    pitch: [25, 16],
    columns: 10,
    size: [21, 11],
    outline: 'm0 0h13v8h-1a2 2 0 0 1-4 0h-3a2 2 0 0 1-4 0h-1zm14 2h4l3 3v3h-1a2 2 0 0 1-4 0h-2z',
  },
}
