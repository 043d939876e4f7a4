// Companies of the same field, each beside its signature, and the way on through the ledger.

import { Trans, useLingui } from '@lingui/react/macro'
import { useHref } from '#/app/paths.ts'
import type { PageData } from '#/app/queries.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './neighbours.module.css'

type Company = PageData<'company'>

export function Neighbours({ industry, items }: { industry: Company['entry']['industry']; items: Company['related'] }) {
  const href = useHref()
  if (items.length === 0) return null
  return (
    <Section
      layout="wide"
      label={<Trans>In the same field</Trans>}
      aside={<a href={`${href('industry')}#${industry.slug}`}>{industry.name}</a>}
    >
      <ul className={styles.list}>
        {items.map((company) => (
          <li key={company.href}>
            <a className={styles.line} href={company.href}>
              <span className={styles.name}>{company.name}</span>
              <span className={styles.summary}>{company.summary}</span>
              <Contour className={styles.contour} series={company.series} lines={10} swells={2} lag={0.4} ratio={6} />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The companies before and after this one in the ledger. */
export function LedgerWays({ slug, ledger }: { slug: string; ledger: Company['ledger']['items'] }) {
  const { t } = useLingui()
  const here = ledger.findIndex((company) => company.slug === slug)
  const [before, after] = [ledger[here - 1], ledger[here + 1]]
  return (
    <nav className={styles.ways} aria-label={t`Through the companies`}>
      {before !== undefined && (
        <a className={styles.way} href={before.href} rel="prev">
          <span className={styles.where}>
            <Trans>Previous company</Trans>
          </span>
          {before.name}
        </a>
      )}
      {after !== undefined && (
        <a className={styles.way} href={after.href} rel="next">
          <span className={styles.where}>
            <Trans>Next company</Trans>
          </span>
          {after.name}
        </a>
      )}
    </nav>
  )
}
