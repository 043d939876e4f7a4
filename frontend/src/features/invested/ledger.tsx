// The ledger: a line per company, its contour beside the name when the line is pointed at.

import { Trans, useLingui } from '@lingui/react/macro'
import { fundNames, stageNames, statusNames } from '#/features/names/names.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import type { LedgerCompany } from './filter.ts'
import styles from './ledger.module.css'

export function Ledger({ companies }: { companies: readonly LedgerCompany[] }) {
  if (companies.length === 0) {
    return (
      <p className={styles.empty}>
        <Trans>No company has all of these at once. Take one filter away.</Trans>
      </p>
    )
  }
  return (
    <table className={styles.ledger}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Company</Trans>
          </th>
          <th scope="col">
            <Trans>Industry</Trans>
          </th>
          <th scope="col">
            <Trans>Year</Trans>
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
        {companies.map((company) => (
          <Line company={company} key={company.slug} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ company }: { company: LedgerCompany }) {
  const { i18n } = useLingui()
  return (
    <tr className={styles.line}>
      <th className={styles.company} scope="row">
        <a className={styles.name} href={company.href}>
          {company.name}
        </a>
        <span className={styles.summary}>{company.summary}</span>
        <Contour className={styles.contour} series={company.series} lines={3} ratio={3} />
      </th>
      <td>{company.industry.name}</td>
      <td className={styles.year}>{company.invested}</td>
      <td>{i18n._(stageNames[company.stage])}</td>
      <td>{i18n._(fundNames[company.fund])}</td>
      <td className={styles.status} data-status={company.status}>
        {i18n._(statusNames[company.status])}
      </td>
    </tr>
  )
}
