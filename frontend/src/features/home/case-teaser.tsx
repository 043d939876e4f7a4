// The latest case, told in two columns: the sentence on the left, its figures on the right.

import { Trans } from '@lingui/react/macro'
import { useHref } from '#/app/paths.ts'
import type { PageData } from '#/app/queries.ts'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { Figures } from '#/ui/Figures/Figures.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './case-teaser.module.css'

export type CaseTeaserProps = { entry: PageData<'home'>['cases']['items'][number] }

export function CaseTeaser({ entry }: CaseTeaserProps) {
  const href = useHref()
  return (
    <Section
      label={<Trans>Latest case</Trans>}
      aside={
        <>
          <p>{entry.company.name}</p>
          <p>{entry.date.text}</p>
        </>
      }
      title={<a href={entry.href}>{entry.title}</a>}
    >
      <div className={styles.columns}>
        <div className={styles.story}>
          <p className={styles.summary}>{entry.summary}</p>
          <p className={styles.ways}>
            <ArrowLink href={entry.href}>
              <Trans>Read the case</Trans>
            </ArrowLink>
            <ArrowLink href={href('cases')}>
              <Trans>All cases</Trans>
            </ArrowLink>
          </p>
        </div>
        <div>
          <Contour className={styles.contour} series={entry.company.series} lines={12} ratio={4} />
          <Figures items={entry.figures.slice(0, 2)} size="small" />
        </div>
      </div>
    </Section>
  )
}
