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
      caption={<Trans>Amounts in yuan, at or for the year ending 31 December. Beside each figure its change in a year.</Trans>}
      captionShown
    >
      <colgroup />
      <colgroup span={2} />
      <colgroup span={2} />
      <colgroup span={2} />
      <colgroup span={2} />
      <colgroup span={2} />
      <thead>
        <tr>
          <th scope="col">
            <Trans>Year</Trans>
          </th>
          <NumberHead columns={2}>
            <Trans>Assets (billion)</Trans>
          </NumberHead>
          <NumberHead columns={2}>
            <Trans>Revenue (million)</Trans>
          </NumberHead>
          <NumberHead columns={2}>
            <Trans>Carry (million)</Trans>
          </NumberHead>
          <NumberHead columns={2}>
            <Trans>Distributed (million)</Trans>
          </NumberHead>
          <NumberHead columns={2}>
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
      <NumberCell>{assetsText(year.assets, locale)}</NumberCell>
      <Change>{percentChange(year.assets.value, before?.assets.value)}</Change>
      <NumberCell>{year.revenue.text}</NumberCell>
      <Change>{percentChange(year.revenue.value, before?.revenue.value)}</Change>
      <NumberCell>{year.carry.text}</NumberCell>
      <Change>{percentChange(year.carry.value, before?.carry.value)}</Change>
      <NumberCell>{year.distributed.text}</NumberCell>
      <Change>{percentChange(year.distributed.value, before?.distributed.value)}</Change>
      <NumberCell>{year.staff.text}</NumberCell>
      <Change>{countChange(year.staff.value, before?.staff.value)}</Change>
    </tr>
  )
}

const Change = ({ children }: { children: string }) => (
  <NumberCell>
    <span className={styles.change}>{children}</span>
  </NumberCell>
)
