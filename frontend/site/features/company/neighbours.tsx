// Companies of the same field, each beside its signature, and the way on through the ledger.

import { Trans, useLingui } from '@lingui/react/macro'
import { useHref } from '@portico/app/page/paths.ts'
import type { PageData } from '#/queries.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import { Ways } from '#/ui/Ways/Ways.tsx'
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
export function LedgerWays({ ways: { before, after } }: { ways: Company['ways'] }) {
  const { t } = useLingui()
  return (
    <div className={styles.ways}>
      <Ways
        label={t`Through the companies`}
        before={before && { href: before.href, where: t`Previous company`, title: before.name }}
        after={after && { href: after.href, where: t`Next company`, title: after.name }}
      />
    </div>
  )
}
