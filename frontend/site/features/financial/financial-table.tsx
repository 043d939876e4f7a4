// The figures behind the charts, newest year first, each with its change against the year before.

import { Trans } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import { NumberCell, NumberHead, Table } from '@portico/app/ui'
import { assetsText } from '#/labels/assets.ts'
import { countChange, percentChange } from './change.ts'
import type { FinancialYear } from './financial-charts.tsx'
import styles from './financial-table.module.css'

export function FinancialTable({ years }: { years: readonly FinancialYear[] }) {
  return (
    <Table
      caption={
        <Trans>
          Assets in billion yuan, other amounts in million, at or for the year ending 31 December. With each figure its change in
          a year.
        </Trans>
      }
      captionShown
      figures={5}
    >
      <thead>
        <tr>
          <th scope="col">
            <Trans>Year</Trans>
          </th>
          <NumberHead>
            <Trans>Assets</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Revenue</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Carry</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Distributed</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Staff</Trans>
          </NumberHead>
        </tr>
      </thead>
      <tbody>{years.map((year, index) => <Year year={year} before={years[index - 1]} key={year.year} />).toReversed()}</tbody>
    </Table>
  )
}

function Year({ year, before }: { year: FinancialYear; before: FinancialYear | undefined }) {
  const { locale } = usePage()
  return (
    <tr>
      <th scope="row">{year.year}</th>
      <Figure text={assetsText(year.assets, locale)} change={percentChange(year.assets.value, before?.assets.value)} />
      <Figure text={year.revenue.text} change={percentChange(year.revenue.value, before?.revenue.value)} />
      <Figure text={year.carry.text} change={percentChange(year.carry.value, before?.carry.value)} />
      <Figure text={year.distributed.text} change={percentChange(year.distributed.value, before?.distributed.value)} />
      <Figure text={year.staff.text} change={countChange(year.staff.value, before?.staff.value)} />
    </tr>
  )
}

const Figure = ({ text, change }: { text: string; change: string }) => (
  <NumberCell>
    {text} <span className={styles.change}>{change}</span>
  </NumberCell>
)
