import { describe, expect, it } from 'vitest'
import { labelled, quietAtFirst } from './series.ts'

const indexes = (series: readonly number[]) => labelled(series).map(({ index }) => index)

describe('labels of a signature', () => {
  it('stand at the first and the last year of a series that only rises', () => {
    expect(labelled([100, 150, 200])).toEqual([
      { index: 0, x: 0, y: 0.5 },
      { index: 2, x: 1, y: 1 },
    ])
  })

  it('name the highest year as well where revenue fell after it', () => {
    expect(indexes([100, 168, 205, 121, 40])).toEqual([0, 2, 4])
  })

  it('leave the highest year out where its label would touch its neighbour', () => {
    expect(indexes([100, 155, 214, 262, 340, 421, 489, 604, 812, 1043, 1120, 986])).toEqual([0, 11])
  })
})

describe('the upper left of a signature', () => {
  it.each([
    ['a series that rises late', [100, 108, 131, 176, 224, 241, 318, 452, 523, 560, 688], true],
    ['a peak in the middle', [100, 168, 205, 121, 40], false],
    ['an even rise', [100, 148, 226], false],
  ])('%s', (_, series, quiet) => {
    expect(quietAtFirst(series)).toBe(quiet)
  })
})
