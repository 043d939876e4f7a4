// What is held, company by company, as of the newest text; the line of values over the texts shows where each is going.

import { Trans } from '@lingui/react/macro'
import type { PageData } from '#/app/queries.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { NumberCell, NumberHead, Table } from '#/ui/Table/Table.tsx'
import styles from './holdings.module.css'

type Data = PageData<'product'>

export type HoldingsProps = {
  /** Newest first. */
  letters: Data['letters']
  companies: Data['companies']['items']
}

export function Holdings({ letters, companies }: HoldingsProps) {
  const held = letters[0]?.holdings ?? []
  return (
    <Table caption={<Trans>Amounts in million yuan</Trans>} captionShown>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Company</Trans>
          </th>
          <th scope="col">
            <Trans>Industry</Trans>
          </th>
          <NumberHead>
            <Trans>Cost</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Value</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Return a year</Trans>
          </NumberHead>
          <th scope="col">
            <Trans>Over the year</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {held.map((holding) => {
          const company = companies.find((candidate) => candidate.slug === holding.company)
          return (
            <tr key={holding.company}>
              <th scope="row">{company === undefined ? holding.company : <a href={company.href}>{company.name}</a>}</th>
              <td>{company?.industry.name}</td>
              <NumberCell>{holding.cost.text}</NumberCell>
              <NumberCell>{holding.value.text}</NumberCell>
              <NumberCell>{holding.irr.text}</NumberCell>
              <td>
                <Contour className={styles.course} series={course(letters, holding.company)} lines={3} ratio={4} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

/** A company's value in each text, oldest first, above four fifths of its lowest: the line shows the change, the column the size. */
function course(letters: Data['letters'], company: string): number[] {
  const values = letters
    .toReversed()
    .flatMap((letter) => letter.holdings?.find((holding) => holding.company === company)?.value.value ?? [])
  const ground = Math.min(...values) * 0.8
  return values.map((value) => value - ground)
}
