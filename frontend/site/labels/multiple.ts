// How many times its cost a holding is worth, on the page and in its file.

/** The value as a multiple of its cost, with one decimal; none without a cost. */
export function multiple(value: number, cost: number): number | undefined {
  return cost > 0 ? Math.round((value / cost) * 10) / 10 : undefined
}
