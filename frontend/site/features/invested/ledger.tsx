// The ledger: a line per company, its year in the margin, its signature beside the name when the
// line is pointed at.

import { Trans, useLingui } from '@lingui/react/macro'
import { Shared } from '@portico/app/ui'
import { fundLabels, stageLabels, statusLabels } from '#/labels/content-labels.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import type { LedgerCompany, Order } from './filter.ts'
import styles from './ledger.module.css'
import { placeOn, type Years } from './ledger-years.ts'
import { StatusMark } from './status-mark.tsx'

export type LedgerProps = {
  companies: readonly LedgerCompany[]
  order: Order
  /** Years of the drawings, those of all companies. */
  years: Years
}

export function Ledger({ companies, order, years }: LedgerProps) {
  const { t } = useLingui()
  const byYear = order === 'newest' ? 'descending' : 'ascending'
  return (
    <table className={styles.ledger} aria-label={t`Companies`}>
      <thead>
        <tr>
          <th scope="col" aria-sort={order === 'name' ? undefined : byYear}>
            <Trans>Year</Trans>
          </th>
          <th scope="col" aria-sort={order === 'name' ? 'ascending' : undefined}>
            <Trans>Company</Trans>
          </th>
          <th scope="col">
            <Trans>Industry</Trans>
          </th>
          <th scope="col">
            <Trans>Stage</Trans>
          </th>
          <th scope="col">
            <Trans>Fund</Trans>
          </th>
          <th scope="col">
            <Trans>Status</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {companies.map((company, index) => (
          <Line
            company={company}
            repeated={companies[index - 1]?.invested === company.invested}
            years={years}
            key={company.slug}
          />
        ))}
      </tbody>
    </table>
  )
}

/**
 * `repeated`: the line above is of the same year, so that only assistive technology needs the year
 * again.
 */
function Line({ company, repeated, years }: { company: LedgerCompany; repeated: boolean; years: Years }) {
  const { i18n } = useLingui()
  return (
    <tr className={styles.line} data-repeated={repeated || undefined}>
      <td className={styles.year}>{company.invested}</td>
      <th className={styles.company} scope="row">
        <Shared name={company.href}>
          <span style={placeOn(years, company)}>
            <Contour className={styles.contour} series={company.series} lines={5} ratio={3} />
          </span>
        </Shared>
        <a className={styles.name} href={company.href}>
          {company.name}
        </a>
        <span className={styles.summary}>{company.summary}</span>
      </th>
      <td className={styles.industry}>{company.industry?.name}</td>
      <td>{i18n._(stageLabels[company.stage])}</td>
      <td>{i18n._(fundLabels[company.fund])}</td>
      <td>
        <StatusMark status={company.status} />
        {i18n._(statusLabels[company.status])}
      </td>
    </tr>
  )
}
