// The link to the next case: the next one of the list, the first one after the last, across the
// whole window.

import { Trans } from '@lingui/react/macro'
import type { PageData } from '#/queries.ts'
import { ChangeFigure } from '#/ui/Change/Change.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './next-case.module.css'

export type NextCaseProps = { slug: string; cases: PageData<'case'>['cases']['items'] }

export function NextCase({ slug, cases }: NextCaseProps) {
  const here = cases.findIndex((entry) => entry.slug === slug)
  const next = cases[(here + 1) % cases.length]
  if (next === undefined || next.slug === slug) return null
  const [figure] = next.figures
  return (
    <div data-print="no" data-search="no">
      <Section ground="deep" layout="wide" label={<Trans>The next case</Trans>} aside={next.company?.name}>
        <div className={styles.next}>
          <h3 className={styles.title}>
            <a href={next.href}>{next.title}</a>
          </h3>
          {figure !== undefined && <ChangeFigure figure={figure} size="large" />}
        </div>
      </Section>
    </div>
  )
}
