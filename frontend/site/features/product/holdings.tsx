// The holdings, company by company, as of the newest letter: value against cost as a bar under the
// name, and the line of values over the letters.

import { Trans } from '@lingui/react/macro'
import { NumberCell, NumberHead, Table } from '@portico/app/ui'
import type { CSSProperties } from 'react'
import type { PageData } from '#/queries.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { amountText, course, type Holding, type Letter, multipleText, sum } from './amounts.ts'
import styles from './holdings.module.css'

export type HoldingsProps = {
  /** Newest first. */
  letters: readonly Letter[]
  companies: PageData<'product'>['companies']['items']
}

export function Holdings({ letters, companies }: HoldingsProps) {
  const held = letters[0]?.holdings ?? []
  const most = Math.max(1, ...held.flatMap(({ cost, value }) => [cost.value, value.value]))
  const cost = sum(held.map((holding) => holding.cost.value))
  const value = sum(held.map((holding) => holding.value.value))
  return (
    <Table caption={<Trans>In million yuan. The bar is the value, the mark on it the cost.</Trans>} captionShown figures={4}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Company</Trans>
          </th>
          <th className={styles.industry} scope="col">
            <Trans>Industry</Trans>
          </th>
          <NumberHead>
            <Trans>Cost</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Value</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>Multiple</Trans>
          </NumberHead>
          <NumberHead>
            <Trans>IRR</Trans>
          </NumberHead>
          <th className={styles.over} scope="col">
            <Trans>Over the year</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {held.map((holding) => {
          const company = companies.find((candidate) => candidate.slug === holding.company)
          return (
            <tr key={holding.company}>
              <th className={styles.company} scope="row">
                {company === undefined ? holding.company : <a href={company.href}>{company.name}</a>}
                <div className={styles.bar} style={barOf(holding, most)} />
              </th>
              <td className={styles.industry}>{company?.industry.name}</td>
              <NumberCell>{holding.cost.text}</NumberCell>
              <NumberCell>{holding.value.text}</NumberCell>
              <NumberCell>{multipleText(holding.value.value, holding.cost.value)}</NumberCell>
              <NumberCell>{holding.irr.text}</NumberCell>
              <td className={styles.over}>
                <Contour className={styles.course} series={aboveGround(course(letters, holding.company))} lines={3} ratio={4} />
              </td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <Trans>Total</Trans>
          </th>
          <td className={styles.industry} />
          <NumberCell>{amountText(cost)}</NumberCell>
          <NumberCell>{amountText(value)}</NumberCell>
          <NumberCell>{multipleText(value, cost)}</NumberCell>
          <td />
          <td className={styles.over} />
        </tr>
      </tfoot>
    </Table>
  )
}

/**
 * The value as a bar from zero, the cost as a mark on it; `most` fills the column. The figures are
 * beside it, also on a phone.
 */
const barOf = ({ cost, value }: Holding, most: number) =>
  ({ '--value': value.value / most, '--cost': cost.value / most }) as CSSProperties

/** Values above four fifths of the lowest: the line shows the change, the bar the size. */
function aboveGround(values: readonly number[]): number[] {
  const ground = Math.min(...values) * 0.8
  return values.map((value) => value - ground)
}
