// The counter of R1.08: from 0, every 50 ms one fifth of the remaining gap, then the target
// exactly.

/** Between two steps, in milliseconds. */
export const COUNTER_TICK_MS = 50
/** How many steps like the next one the remaining gap has. */
const PARTS = 5

/**
 * The value after `current`. Steps are rounded outwards to `decimals` places, so that every step
 * moves and the last one is the target.
 */
export function nextCount(current: number, target: number, decimals = 0): number {
  const unit = 10 ** -decimals
  // Whole units, because fractions of fractions are not exact: a fifth of 2.45 is above 0.49.
  const gap = Math.round((target - current) / unit)
  if (Math.abs(gap) <= 1) return target
  const step = gap > 0 ? Math.ceil(gap / PARTS) : Math.floor(gap / PARTS)
  return Number((current + step * unit).toFixed(decimals))
}

/** Every value that is shown on the way from 0 to `target`, both included. */
export function countSteps(target: number, decimals = 0): number[] {
  const steps = [0]
  for (let current = 0; current !== target; ) {
    current = nextCount(current, target, decimals)
    steps.push(current)
  }
  return steps
}
