// A sentence on each year, newest first, for the margin.

import { Timeline } from '#/ui/Timeline/Timeline.tsx'
import type { FinancialYear } from './financial-charts.tsx'

export function YearNotes({ years }: { years: readonly FinancialYear[] }) {
  return <Timeline items={years.toReversed().map((year) => ({ date: String(year.year), text: year.note }))} size="margin" />
}
