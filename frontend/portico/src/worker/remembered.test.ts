import { expect, it, vi } from 'vitest'
import { remembered } from '#/worker/remembered.ts'

it('a result is made once for each source and options', () => {
  const make = vi.fn((source: readonly number[], { by }: { by: number }) => source.map((value) => value * by))
  const multiply = remembered(make)
  const [one, other] = [
    [1, 2],
    [1, 2],
  ]
  expect(multiply(one, { by: 2 })).toEqual([2, 4])
  expect(multiply(one, { by: 2 })).toBe(multiply(one, { by: 2 }))
  expect(make).toHaveBeenCalledTimes(1)
  expect(multiply(one, { by: 3 })).toEqual([3, 6])
  expect(multiply(other, { by: 2 })).toEqual([2, 4])
  expect(make).toHaveBeenCalledTimes(3)
})
