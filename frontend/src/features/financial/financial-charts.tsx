// Five small charts, one per quantity, each by year.

import { Trans } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { assetsText } from '#/features/money/assets.ts'
import { type Column, Columns } from '#/ui/Columns/Columns.tsx'
import styles from './financial-charts.module.css'

export type FinancialYear = PageData<'financial'>['years']['items'][number]

export function FinancialCharts({ years }: { years: readonly FinancialYear[] }) {
  const { locale } = usePage()
  const columns = (read: (year: FinancialYear) => { value: number; text: string }): Column[] =>
    years.map((year) => ({ label: String(year.year), ...read(year) }))
  const billion = <Trans>billion yuan</Trans>
  const million = <Trans>million yuan</Trans>
  return (
    <div className={styles.charts}>
      <div className={styles.wide}>
        <Columns
          title={<Trans>Assets under management</Trans>}
          unit={billion}
          columns={columns(({ assets }) => ({ value: assets.value, text: assetsText(assets, locale) }))}
        />
      </div>
      <Columns title={<Trans>Revenue</Trans>} unit={million} columns={columns((year) => year.revenue)} />
      <Columns title={<Trans>Carried interest received</Trans>} unit={million} columns={columns((year) => year.carry)} />
      <Columns title={<Trans>Distributed to investors</Trans>} unit={million} columns={columns((year) => year.distributed)} />
      <Columns title={<Trans>Staff</Trans>} columns={columns((year) => year.staff)} />
    </div>
  )
}
