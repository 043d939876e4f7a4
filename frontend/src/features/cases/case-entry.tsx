// A case in the list: the company in the margin, the story's sentence, two figures over the company's contour.

import { Trans } from '@lingui/react/macro'
import type { PageData } from '#/app/queries.ts'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { Figures } from '#/ui/Figures/Figures.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './case-entry.module.css'

export type CaseEntryProps = {
  entry: PageData<'cases'>['cases']['items'][number]
  /** The first of the list is set larger than the rest. */
  first: boolean
}

export function CaseEntry({ entry, first }: CaseEntryProps) {
  return (
    <Section
      label={entry.company.name}
      aside={<time dateTime={entry.date.value}>{entry.date.text}</time>}
      title={<a href={entry.href}>{entry.title}</a>}
    >
      <div className={styles.columns} data-size={first ? 'large' : 'regular'}>
        <div>
          <p className={styles.summary}>{entry.summary}</p>
          <p className={styles.way}>
            <ArrowLink href={entry.href}>
              <Trans>Read the case</Trans>
            </ArrowLink>
          </p>
        </div>
        <div>
          <Contour className={styles.contour} series={entry.company.series} lines={first ? 20 : 9} ratio={4} />
          <Figures items={entry.figures.slice(0, 2)} size="small" />
        </div>
      </div>
    </Section>
  )
}
