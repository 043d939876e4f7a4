// Revenue and distributions by year, on one scale.

import { Trans, useLingui } from '@lingui/react/macro'
import type { PageData } from '#/queries.ts'
import { type Column, Columns } from '#/ui/Columns/Columns.tsx'
import { YearReader } from '#/ui/YearReader/YearReader.tsx'
import styles from './financial-charts.module.css'

export type FinancialYear = PageData<'financial'>['years']['items'][number]

export function FinancialCharts({ years }: { years: readonly FinancialYear[] }) {
  const { t } = useLingui()
  const columns = (read: (year: FinancialYear) => Omit<Column, 'label'>): Column[] =>
    years.map((year) => ({ label: String(year.year), ...read(year) }))
  const read = (of: readonly Column[]) => of.map(({ label, text }) => ({ label, text: t`${text} million yuan` }))
  const revenue = columns((year) => ({ ...year.revenue, part: year.carry.value }))
  const distributed = columns((year) => year.distributed)
  const scale = Math.max(...[...revenue, ...distributed].map(({ value }) => value))
  const million = <Trans>million yuan</Trans>
  return (
    <div className={styles.charts}>
      <YearReader name={t`Revenue`} years={read(revenue)} shape="columns">
        <Columns
          title={<Trans>Revenue</Trans>}
          unit={<Trans>million yuan, carry on top</Trans>}
          columns={revenue}
          scale={scale}
        />
      </YearReader>
      <YearReader name={t`Distributed to investors`} years={read(distributed)} shape="columns">
        <Columns title={<Trans>Distributed to investors</Trans>} unit={million} columns={distributed} scale={scale} />
      </YearReader>
    </div>
  )
}
