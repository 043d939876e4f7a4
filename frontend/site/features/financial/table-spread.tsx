// The table with its surroundings: notes on the years in the margin, files to download beneath.

import { Trans } from '@lingui/react/macro'
import { Downloads } from './downloads.tsx'
import type { FinancialYear } from './financial-charts.tsx'
import { FinancialTable } from './financial-table.tsx'
import styles from './table-spread.module.css'
import { YearNotes } from './year-notes.tsx'

export function TableSpread({ years }: { years: readonly FinancialYear[] }) {
  return (
    <div className={styles.spread}>
      <div className={styles.table}>
        <FinancialTable years={years} />
        <Downloads />
      </div>
      <div className={styles.notes}>
        <h3 className={styles.title}>
          <Trans>Year by year</Trans>
        </h3>
        <YearNotes years={years} />
      </div>
    </div>
  )
}
