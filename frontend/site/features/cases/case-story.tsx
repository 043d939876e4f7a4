// The story of a case in three movements, each with a measure of its own, and the long account
// after them. The company and its years stay in the margin during reading.

import { Trans } from '@lingui/react/macro'
import { Html, Reveal } from '@portico/app/ui'
import type { ReactNode } from 'react'
import type { PageData } from '#/queries.ts'
import { Figures } from '#/ui/Figures/Figures.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Timeline } from '#/ui/Timeline/Timeline.tsx'
import { CaseCompany } from './case-company.tsx'
import styles from './case-story.module.css'

export function CaseStory({ entry }: { entry: PageData<'case'>['entry'] }) {
  const [, ...others] = entry.figures
  return (
    <div className={styles.story}>
      <div className={styles.movements}>
        <Movement title={<Trans>The problem</Trans>} text={entry.problem} />
        <Movement title={<Trans>What we did</Trans>} text={entry.approach} />
        <Movement title={<Trans>What came of it</Trans>} text={entry.result}>
          {others.length > 0 && <Figures items={others} />}
        </Movement>
      </div>
      <aside className={styles.margin}>
        <CaseCompany company={entry.company} date={entry.date} />
        <Timeline items={entry.timeline} size="margin" />
      </aside>
      <div className={styles.account}>
        <Prose>
          <Html field="entry.body" />
        </Prose>
      </div>
    </div>
  )
}

function Movement({ title, text, children }: { title: ReactNode; text: string; children?: ReactNode }) {
  return (
    <section className={styles.movement}>
      <Reveal>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        {children !== undefined && <div className={styles.more}>{children}</div>}
      </Reveal>
    </section>
  )
}
