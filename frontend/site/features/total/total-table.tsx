// Every year since the first investment, newest first, and all of them together.

import { Trans } from '@lingui/react/macro'
import { NumberCell, NumberHead, Table } from '@portico/app/ui'
import { grouped } from '#/labels/assets.ts'
import type { PageData } from '#/queries.ts'

export type TotalTableProps = { years: PageData<'total'>['total']['years'] }

type Year = TotalTableProps['years'][number]

export function TotalTable({ years }: TotalTableProps) {
  const together = (read: (year: Year) => number) => grouped(years.reduce((total, year) => total + read(year), 0))
  return (
    <Table caption={<Trans>Capital in million yuan</Trans>} captionShown even>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Year</Trans>
          </th>
          <NumberHead>
            <Trans>First</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Follow-on</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>New companies</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Exits</Trans>
          </NumberHead>
        </tr>
      </thead>
      <tbody>
        {years.toReversed().map((year) => (
          <tr key={year.year}>
            <th scope="row">{year.year}</th>
            <NumberCell>{year.invested.text}</NumberCell>
            <NumberCell>{year.followOn.text}</NumberCell>
            <NumberCell>{year.companies}</NumberCell>
            <NumberCell>{year.exits}</NumberCell>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <Trans>Total</Trans>
          </th>
          <NumberCell>{together((year) => year.invested.value)}</NumberCell>
          <NumberCell>{together((year) => year.followOn.value)}</NumberCell>
          <NumberCell>{together((year) => year.companies)}</NumberCell>
          <NumberCell>{together((year) => year.exits)}</NumberCell>
        </tr>
      </tfoot>
    </Table>
  )
}
