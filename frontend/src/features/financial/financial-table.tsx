// The figures behind the charts, newest year first.

import { Trans } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import { assetsText } from '#/features/money/assets.ts'
import { NumberCell, NumberHead, Table } from '#/ui/Table/Table.tsx'
import type { FinancialYear } from './financial-charts.tsx'

export function FinancialTable({ years }: { years: readonly FinancialYear[] }) {
  const { locale } = usePage()
  return (
    <Table caption={<Trans>Amounts in yuan, at or for the year ending 31 December.</Trans>} captionShown even>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Year</Trans>
          </th>
          <NumberHead>
            <Trans>Assets (billion)</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Revenue (million)</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Carry (million)</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Distributed (million)</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Staff</Trans>
          </NumberHead>
        </tr>
      </thead>
      <tbody>
        {years.toReversed().map((year) => (
          <tr key={year.year}>
            <th scope="row">{year.year}</th>
            <NumberCell>{assetsText(year.assets, locale)}</NumberCell>
            <NumberCell>{year.revenue.text}</NumberCell>
            <NumberCell>{year.carry.text}</NumberCell>
            <NumberCell>{year.distributed.text}</NumberCell>
            <NumberCell>{year.staff.text}</NumberCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
