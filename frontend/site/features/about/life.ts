// The position of a span of years on a line of years. Pure.

/**
 * Start and length in percent of the line from `since` to `until`; a span without an end runs to
 * the line's end.
 */
export function lifeOf(span: { from: number; to?: number | undefined }, since: number, until: number) {
  const whole = Math.max(until - since, 1)
  const start = percent((span.from - since) / whole)
  return { start, length: percent(((span.to ?? until) - since) / whole) - start }
}

const percent = (share: number): number => Math.round(Math.min(Math.max(share, 0), 1) * 100)
