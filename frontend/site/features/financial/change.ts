// The change of a figure from the year before, as it is set in the table. Pure; percent without
// decimals, a real minus sign.

/** `+16%`, `−8%`, `0%`; an en dash without a year before, or without a value to compare with. */
export function percentChange(now: number, before: number | undefined): string {
  if (before === undefined || before === 0) return '–'
  return `${signed(Math.round((now / before - 1) * 100))}%`
}

/** `+2`, `−1`, `0`: for counted items. */
export function countChange(now: number, before: number | undefined): string {
  return before === undefined ? '–' : signed(now - before)
}

function signed(value: number): string {
  if (value === 0) return '0'
  return value > 0 ? `+${value}` : `−${-value}`
}
