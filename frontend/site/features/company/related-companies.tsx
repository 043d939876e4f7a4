// Companies of the same field, each beside its signature.

import { Trans } from '@lingui/react/macro'
import { useHref } from '@portico/app/page'
import { Shared } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './related-companies.module.css'

type Company = PageData<'company'>

export function RelatedCompanies({ industry, items }: { industry: Company['entry']['industry']; items: Company['related'] }) {
  const href = useHref()
  if (items.length === 0) return null
  return (
    <div data-search="no">
      <Section
        layout="wide"
        label={<Trans>In the same field</Trans>}
        aside={industry && <a href={`${href('industry')}#${industry.slug}`}>{industry.name}</a>}
      >
        <ul className={styles.list}>
          {items.map((company) => (
            <li key={company.href}>
              <a className={styles.line} href={company.href}>
                <span className={styles.name}>{company.name}</span>
                <span className={styles.summary}>{company.summary}</span>
                <Shared name={company.href}>
                  <Contour className={styles.contour} series={company.series} lines={10} swells={2} lag={0.4} ratio={6} />
                </Shared>
              </a>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
