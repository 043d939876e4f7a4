import { describe, expect, it } from 'vitest'
import { drawCount } from './count.ts'
import { SHAPES, type ShapeName } from './shapes.ts'

const NAMES = Object.keys(SHAPES) as ShapeName[]

/** How many things a path draws. */
function things(path: string, name: ShapeName): number {
  const { pitch, outline } = SHAPES[name]
  if (outline !== undefined) return path.split(outline).length - 1
  return [...path.matchAll(/h(\d+)/gu)].reduce((sum, [, length]) => sum + Number(length) / pitch[0], 0)
}

/** Upper left corners of the things that are strokes. */
function corners(path: string, pitch: number): string[] {
  return [...path.matchAll(/M(\d+) ([\d.]+)h(\d+)/gu)].flatMap(([, x, y, length]) =>
    Array.from({ length: Number(length) / pitch }, (_, index) => `${Number(x) + index * pitch} ${y}`),
  )
}

describe('a count', () => {
  it.each(NAMES)('of %ss draws each thing once, marked or not', (name) => {
    for (const [total, marked] of [
      [1, 0],
      [1, 1],
      [90, 6],
      [553, 227],
      [1000, 41],
    ] as const) {
      const drawn = drawCount(name, total, marked)
      expect([things(drawn.marked, name), things(drawn.others, name)]).toEqual([marked, total - marked])
    }
  })

  it('marks all that a smaller count marks, and more', () => {
    const [few, many] = [227, 514].map((marked) => corners(drawCount('die', 553, marked).marked, SHAPES.die.pitch[0]))
    expect(few).toHaveLength(227)
    expect(many).toHaveLength(514)
    expect(many).toEqual(expect.arrayContaining(few ?? []))
  })

  it('marks the places that are named, the first being 1', () => {
    const { marked } = drawCount('tank', 20, [1, 16])
    expect([...marked.matchAll(/M(\d+) 0/gu)].map(([, x]) => Number(x) / SHAPES.tank.pitch[0])).toEqual([0, 15])
  })

  it('of dies fills a disc', () => {
    const { width, height } = drawCount('die', 553, 227)
    expect(width).toBe(height)
    expect(width / SHAPES.die.pitch[0]).toBeCloseTo(2 * Math.sqrt(553 / Math.PI), -0.5)
  })
})
