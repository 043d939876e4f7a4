// The funds by their years: each begins where its line begins, and ends where its line ends or
// continues to the edge.

import { Trans } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { PageSection, SectionItem } from '#/labels/page-sections.ts'
import { FigureValue } from '#/ui/Figures/Figures.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './funds.module.css'
import { lifeOf } from './life.ts'

export type FundsProps = {
  part: PageSection
  /** The last year of the drawing. */
  until: number
}

export function Funds({ part, until }: FundsProps) {
  const items = part.items ?? []
  const since = Math.min(...items.map((fund) => fund.from ?? until))
  return (
    <Section layout="wide" label={part.title} aside={part.text}>
      <ol className={styles.funds}>
        {items.map((fund) => (
          <Fund fund={fund} since={since} until={until} key={fund.title} />
        ))}
      </ol>
    </Section>
  )
}

function Fund({ fund, since, until }: { fund: SectionItem; since: number; until: number }) {
  const { from = since, to } = fund
  const life = lifeOf({ from, to }, since, until)
  return (
    <li className={styles.fund} style={{ '--from': `${life.start}%`, '--life': `${life.length}%` } as CSSProperties}>
      <div className={styles.line} data-end={to === undefined ? 'open' : 'closed'} />
      <div className={styles.words}>
        <p className={styles.years}>{to === undefined ? <Trans>Since {from}</Trans> : `${from}–${to}`}</p>
        <h3 className={styles.name}>{fund.title}</h3>
        {fund.value !== undefined && (
          <p className={styles.size}>
            <FigureValue text={fund.value} />
          </p>
        )}
        {fund.text !== undefined && <p className={styles.text}>{fund.text}</p>}
      </div>
    </li>
  )
}
