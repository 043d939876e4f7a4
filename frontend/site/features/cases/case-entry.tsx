// Cases in a list: each by its figure over the count, or over the company's contour, and the
// story's sentence.
// Neighbours differ in weight: the place in the list decides how wide an entry is and which side
// has its drawing.

import { Trans } from '@lingui/react/macro'
import { ArrowLink, Reveal, Shared } from '@portico/app/ui'
import { ChangeFigure } from '#/ui/Change/Change.tsx'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { Count } from '#/ui/Count/Count.tsx'
import styles from './case-entry.module.css'
import { CaseMeta, type ListedCase } from './case-spread.tsx'

/** Shapes in the order in which the list uses them. */
const SHAPES = ['wide', 'left', 'right', 'mirrored', 'inset'] as const

export function CaseList({ entries }: { entries: readonly ListedCase[] }) {
  return (
    <div className={styles.list}>
      {entries.map((entry, index) => (
        <CaseEntry entry={entry} place={index} key={entry.slug} />
      ))}
    </div>
  )
}

function CaseEntry({ entry, place }: { entry: ListedCase; place: number }) {
  const [figure] = entry.figures
  return (
    <article className={styles.entry} data-shape={SHAPES[place % SHAPES.length]}>
      <Reveal className={styles.inner}>
        <div className={styles.picture}>
          {figure !== undefined && <ChangeFigure figure={figure} size="large" />}
          <Shared name={entry.href}>
            {entry.drawing !== undefined ? (
              <Count drawing={entry.drawing} shape="ends" />
            ) : (
              entry.company && (
                <Contour className={styles.contour} series={entry.company.series} lines={20} swells={2} lag={0.4} ratio={4} />
              )
            )}
          </Shared>
        </div>
        <div className={styles.story}>
          <p className={styles.meta}>
            <CaseMeta entry={entry} />
          </p>
          <h2 className={styles.title}>
            <a href={entry.href}>{entry.title}</a>
          </h2>
          <p className={styles.summary}>{entry.summary}</p>
          <ArrowLink href={entry.href}>
            <Trans>Read the case</Trans>
          </ArrowLink>
        </div>
      </Reveal>
    </article>
  )
}
