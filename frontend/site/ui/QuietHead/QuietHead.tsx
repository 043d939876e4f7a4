// The head of a quiet page, which has no margin column: a word, the heading, a sentence, perhaps a
// date.

import type { ReactNode } from 'react'
import styles from './QuietHead.module.css'

export type QuietHeadProps = { kicker?: ReactNode; title: ReactNode; lead?: ReactNode; note?: ReactNode }

export function QuietHead({ kicker, title, lead, note }: QuietHeadProps) {
  return (
    <header className={styles.head}>
      {kicker !== undefined && (
        <p className={styles.kicker} data-search="no">
          {kicker}
        </p>
      )}
      <h1>{title}</h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </header>
  )
}
