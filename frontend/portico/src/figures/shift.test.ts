import { expect, it } from 'vitest'
import { afterShift, NO_SHIFTS } from '#/figures/shift.ts'

/** The layout shift after shifts at these times: `[milliseconds, value]`. */
function layoutShift(shifts: [number, number, boolean?][]): number {
  let windows = NO_SHIFTS
  for (const [startTime, value, hadRecentInput = false] of shifts) {
    windows = afterShift(windows, { startTime, value, hadRecentInput })
  }
  return windows[0]
}

it.each<[string, [number, number, boolean?][], number]>([
  ['no shift', [], 0],
  ['one shift', [[100, 0.2]], 0.2],
  [
    'shifts within a second are one window',
    [
      [0, 0.25],
      [999, 0.25],
      [1998, 0.25],
    ],
    0.75,
  ],
  [
    'a pause of a second ends a window',
    [
      [0, 0.25],
      [1000, 0.5],
    ],
    0.5,
  ],
  ['a window ends after five seconds', [0, 900, 1800, 2700, 3600, 4500, 5400].map((time) => [time, 0.25]), 1.5],
  [
    'the largest window counts, not the last',
    [
      [0, 0.5],
      [10, 0.5],
      [5000, 0.25],
    ],
    1,
  ],
  [
    'a shift that follows an input does not count, and keeps no window open',
    [
      [0, 0.25],
      [600, 9, true],
      [1200, 0.25],
    ],
    0.25,
  ],
])('%s', (_, shifts, expected) => {
  expect(layoutShift(shifts)).toBe(expected)
})
