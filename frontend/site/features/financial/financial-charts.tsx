// Four small charts of different weight, one per quantity, each by year.

import { Trans } from '@lingui/react/macro'
import type { PageData } from '#/queries.ts'
import { type Column, Columns } from '#/ui/Columns/Columns.tsx'
import styles from './financial-charts.module.css'

export type FinancialYear = PageData<'financial'>['years']['items'][number]

export function FinancialCharts({ years }: { years: readonly FinancialYear[] }) {
  const columns = (read: (year: FinancialYear) => Omit<Column, 'label'>): Column[] =>
    years.map((year) => ({ label: String(year.year), ...read(year) }))
  const revenue = columns((year) => ({ ...year.revenue, part: year.carry.value }))
  const million = <Trans>million yuan</Trans>
  return (
    <div className={styles.charts}>
      <div className={styles.revenue}>
        <Columns
          title={<Trans>Revenue</Trans>}
          unit={million}
          columns={revenue}
          partLabel={<Trans comment="Part of a column of revenue, set small inside it">carry</Trans>}
        />
      </div>
      <div className={styles.carry}>
        <Columns title={<Trans>Carried interest received</Trans>} unit={million} columns={columns((year) => year.carry)} />
      </div>
      <div className={styles.staff}>
        <Columns title={<Trans>Staff</Trans>} columns={columns((year) => year.staff)} />
      </div>
      <div className={styles.distributed}>
        <Columns title={<Trans>Distributed to investors</Trans>} unit={million} columns={columns((year) => year.distributed)} />
      </div>
    </div>
  )
}
