// A case on the dark ground: the changed figure set giant, the story's sentence beside or below it,
// and its count beneath, or the company's signature.

import { Shared } from '@portico/app/ui'
import type { ReactNode } from 'react'
import type { PageData } from '#/queries.ts'
import { ChangeFigure } from '#/ui/Change/Change.tsx'
import { Count } from '#/ui/Count/Count.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import { SeriesFigure } from '#/ui/SeriesFigure/SeriesFigure.tsx'
import styles from './case-spread.module.css'

/** A case as lists know it. */
export type ListedCase = PageData<'cases'>['cases']['items'][number]

export type CaseSpreadProps = {
  entry: ListedCase
  label: ReactNode
  /** `full` gives the figure the whole width, `half` sets the story beside it. */
  size: 'full' | 'half'
  /** Links on, under the story. */
  children: ReactNode
}

export function CaseSpread({ entry, label, size, children }: CaseSpreadProps) {
  const [figure] = entry.figures
  return (
    <Section ground="deep" layout="wide" label={label} aside={<CaseMeta entry={entry} />}>
      <div className={styles.spread} data-size={size}>
        {figure !== undefined && <ChangeFigure figure={figure} size={size === 'full' ? 'huge' : 'giant'} />}
        <div className={styles.story}>
          <h3 className={styles.title}>
            <a href={entry.href}>{entry.title}</a>
          </h3>
          <div>
            <p className={styles.summary}>{entry.summary}</p>
            <p className={styles.links}>{children}</p>
          </div>
        </div>
      </div>
      <Shared name={entry.href}>
        {entry.drawing !== undefined ? (
          <Count drawing={entry.drawing} />
        ) : (
          entry.company && <SeriesFigure series={entry.company.series} from={entry.company.invested} lines={30} />
        )}
      </Shared>
    </Section>
  )
}

/** The company of the case, and its date. */
export function CaseMeta({ entry }: { entry: Pick<ListedCase, 'company' | 'date'> }) {
  return (
    <>
      {entry.company && `${entry.company.name} · `}
      <time dateTime={entry.date.value}>{entry.date.text}</time>
    </>
  )
}
