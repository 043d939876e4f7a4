// All companies on one axis of years, each with its revenue as a line: where it begins the firm
// invested, where it ends the firm left.

import { Trans } from '@lingui/react/macro'
import type { PageData } from '#/queries.ts'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './sheet.module.css'
import { axisOf, linePath } from './sheet.ts'

type Company = PageData<'home'>['companies']['items'][number]

export function Sheet({ companies }: { companies: readonly Company[] }) {
  const axis = axisOf(companies)
  return (
    <Section
      layout="wide"
      label={<Trans>Companies</Trans>}
      aside={
        <Trans>
          Revenue, {axis.from} to {axis.to}
        </Trans>
      }
    >
      <ul className={styles.sheet} data-search="no">
        {companies.map((company) => (
          <li className={styles.row} key={company.slug}>
            <a href={company.href}>{company.name}</a>
            <svg className={styles.line} viewBox={`0 0 ${axis.to - axis.from} 1`} preserveAspectRatio="none" aria-hidden="true">
              <path d={linePath(company, axis)} />
            </svg>
          </li>
        ))}
      </ul>
    </Section>
  )
}
