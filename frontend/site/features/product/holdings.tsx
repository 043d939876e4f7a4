// The holdings, company by company, as of the newest letter: value against cost as a bar under the
// name, the line of values over the letters, and the letter's words about a company. Sorted by any
// figure; the largest value is first until a reader asks for another order.

import { Trans } from '@lingui/react/macro'
import { useHref } from '@portico/app/page'
import { NumberCell, NumberHead, Table } from '@portico/app/ui'
import { type CSSProperties, Fragment, type ReactNode, useState } from 'react'
import type { PageData } from '#/queries.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { Download } from '#/ui/Download/Download.tsx'
import { amountText, course, type Holding, type Letter, multipleText, sum } from './amounts.ts'
import styles from './holdings.module.css'
import { type Column, LARGEST_FIRST, nextOrder, sortHoldings } from './order.ts'

export type HoldingsProps = {
  /** Newest first. */
  letters: readonly Letter[]
  companies: PageData<'product'>['companies']['items']
}

export function Holdings({ letters, companies }: HoldingsProps) {
  const [order, setOrder] = useState(LARGEST_FIRST)
  const folder = useHref()('product')
  const held = letters[0]?.holdings ?? []
  const most = Math.max(1, ...held.flatMap(({ cost, value }) => [cost.value, value.value]))
  const cost = sum(held.map((holding) => holding.cost.value))
  const value = sum(held.map((holding) => holding.value.value))
  const head = (by: Column, name: ReactNode) => (
    <NumberHead sorted={order.by === by ? order.direction : undefined} onSort={() => setOrder((order) => nextOrder(order, by))}>
      {name}
    </NumberHead>
  )
  return (
    <>
      <Table
        caption={
          <Trans>
            In million yuan. The bar is the value, the mark on it the cost. Under a company: the letter’s words about it.
          </Trans>
        }
        captionShown
        figures={4}
      >
        <thead>
          <tr>
            <th scope="col">
              <Trans>Company</Trans>
            </th>
            <th className={styles.industry} scope="col">
              <Trans>Industry</Trans>
            </th>
            {head('cost', <Trans>Cost</Trans>)}
            {head('value', <Trans>Value</Trans>)}
            {head('multiple', <Trans>Multiple</Trans>)}
            {head('irr', <Trans>IRR</Trans>)}
            <th className={styles.over} scope="col">
              <Trans>Over the year</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {sortHoldings(held, order).map((holding) => {
            const company = companies.find((candidate) => candidate.slug === holding.company)
            const change = letters[0]?.changes?.find((candidate) => candidate.company === holding.company)
            return (
              <Fragment key={holding.company}>
                <tr className={styles.holding}>
                  <th scope="row">
                    {company === undefined ? holding.company : <a href={company.href}>{company.name}</a>}
                    <div className={styles.bar} style={barOf(holding, most)} />
                  </th>
                  <td className={styles.industry}>{company?.industry?.name}</td>
                  <NumberCell>{holding.cost.text}</NumberCell>
                  <NumberCell>{holding.value.text}</NumberCell>
                  <NumberCell>{multipleText(holding.value.value, holding.cost.value)}</NumberCell>
                  <NumberCell>{holding.irr.text}</NumberCell>
                  <td className={styles.over}>
                    <Contour
                      className={styles.course}
                      series={aboveGround(course(letters, holding.company))}
                      lines={3}
                      ratio={4}
                    />
                  </td>
                </tr>
                {change !== undefined && (
                  <tr className={styles.named}>
                    <td colSpan={7}>
                      <p>{change.text}</p>
                    </td>
                  </tr>
                )}
              </Fragment>
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
      <Download href={`${folder}/holdings.csv`} format={<Trans>CSV, for a spreadsheet</Trans>}>
        <Trans>The table</Trans>
      </Download>
    </>
  )
}

/**
 * The value as a bar from zero, the cost as a mark on it; `most` fills the column. The figures are
 * beside it, on a phone beneath.
 */
const barOf = ({ cost, value }: Holding, most: number) =>
  ({ '--value': value.value / most, '--cost': cost.value / most }) as CSSProperties

/** Values above four fifths of the lowest: the line shows the change, the bar the size. */
function aboveGround(values: readonly number[]): number[] {
  const ground = Math.min(...values) * 0.8
  return values.map((value) => value - ground)
}
