// The summary above a form that was refused without JavaScript: a sentence, and a list whose items
// lead to the questions.

import type { ReactNode } from 'react'
import styles from '../../features/message/live/live.module.css'

export type RefusalSummaryProps = { note: ReactNode; children: ReactNode }

export function RefusalSummary({ note, children }: RefusalSummaryProps) {
  return (
    <div className={styles.summary} role="alert">
      <p>{note}</p>
      <ul className={styles.items}>{children}</ul>
    </div>
  )
}
