// Dated things grouped by the year of their date, in the order in which they come.

type Dated = { date: { value: string } }

/**
 * Neighbours of one year together: `[{ year: '2026', items: […] }, …]`. Dates are written
 * `2026-11-12`.
 */
export function byYear<T extends Dated>(items: readonly T[]): { year: string; items: T[] }[] {
  const years: { year: string; items: T[] }[] = []
  for (const item of items) {
    const year = item.date.value.slice(0, 4)
    const last = years.at(-1)
    if (last?.year === year) last.items.push(item)
    else years.push({ year, items: [item] })
  }
  return years
}
