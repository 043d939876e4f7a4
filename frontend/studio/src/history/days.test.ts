import { expect, test } from 'vitest'
import type { HistoryLine } from '../past.ts'
import { choose, daysOf, inOrder, withOlder } from './days.ts'

const line = (time: string, build: string) => ({ time, build }) as HistoryLine

test('lines are grouped by the day of the site', () => {
  const lines = [line('2026-11-22T02:00:00Z', 'c'), line('2026-11-21T17:00:00Z', 'b'), line('2026-11-21T15:00:00Z', 'a')]
  const keys = (zone: string | undefined) => daysOf(lines, zone).map(({ key, lines }) => [key, lines.length])
  expect(keys('Asia/Shanghai')).toEqual([
    ['2026-11-22', 2],
    ['2026-11-21', 1],
  ])
  expect(keys('UTC')).toEqual([
    ['2026-11-22', 1],
    ['2026-11-21', 2],
  ])
  expect(daysOf([], undefined)).toEqual([])
})

test('two builds are compared from the older to the newer one', () => {
  const lines = [line('4', 'a'), line('3', 'c'), line('2', 'b'), line('1', 'a')]
  for (const [chosen, order] of [
    [
      ['a', 'c'],
      ['a', 'c'],
    ],
    [
      ['c', 'a'],
      ['a', 'c'],
    ],
    [['b'], null],
    [[], null],
  ] as const)
    expect(inOrder(lines, [...chosen])).toEqual(order)
})

test('a third choice replaces the first one, and a second click takes a choice back', () => {
  expect(choose([], 'a')).toEqual(['a'])
  expect(choose(['a', 'b'], 'c')).toEqual(['b', 'c'])
  expect(choose(['a', 'b'], 'a')).toEqual(['b'])
})

test('a line that comes twice is shown once', () => {
  const [c, b, a] = [line('3', 'c'), line('2', 'b'), line('1', 'a')]
  expect(withOlder([c, b], [{ ...b }, a])).toEqual([c, b, a])
})
