import { describe, expect, it } from 'vitest'
import { isSame } from '#/lib/same.ts'

describe('equality of JSON values', () => {
  it.each<[unknown, unknown]>([
    [
      { a: 1, b: [{ c: null }] },
      { b: [{ c: null }], a: 1 },
    ],
    ['a', 'a'],
    [null, null],
    [[], []],
  ])('%j equals %j', (one, other) => {
    expect(isSame(one, other)).toBe(true)
    expect(isSame(other, one)).toBe(true)
  })

  it.each<[unknown, unknown]>([
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: null }, { b: null }],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: { b: 'c' } }, { a: { b: 'd' } }],
    [1, '1'],
    [null, {}],
    [{ a: null }, { a: {} }],
  ])('%j does not equal %j', (one, other) => {
    expect(isSame(one, other)).toBe(false)
    expect(isSame(other, one)).toBe(false)
  })
})
