// Layout shift as browsers' makers count it: the largest sum of a session window, in which shifts
// follow each other within a second, and which lasts five seconds at most.

export type Shift = { startTime: number; value: number; hadRecentInput: boolean }

/**
 * The largest sum so far, and the window in progress: when it began, when it shifted last, its sum.
 * A list, because names of fields would be a tenth of the script.
 */
export type ShiftWindows = readonly [largest: number, start: number, last: number, sum: number]

/** Milliseconds between two shifts of one window. */
const GAP = 1000
/** Milliseconds from the first to the last. */
const LONGEST = 5000

/** Before the first shift. */
export const NO_SHIFTS: ShiftWindows = [0, 0, -GAP, 0]

/** The windows after one more shift. One that a visitor's input caused does not count. */
export function afterShift(windows: ShiftWindows, { startTime, value, hadRecentInput }: Shift): ShiftWindows {
  if (hadRecentInput) return windows
  const [largest, start, last, sum] = windows
  const goesOn = startTime - last < GAP && startTime - start < LONGEST
  const now = goesOn ? sum + value : value
  return [Math.max(largest, now), goesOn ? start : startTime, startTime, now]
}
