// The head of a page that sets something else large: the heading in the margin, its sentence beside
// it, small print beyond.

import type { ReactNode } from 'react'
import styles from './SmallHead.module.css'

export type SmallHeadProps = {
  kicker?: ReactNode
  title: ReactNode
  lead?: ReactNode
  /** Small print: how to read the page, and the permitted actions on it. */
  children?: ReactNode
}

export function SmallHead({ kicker, title, lead, children }: SmallHeadProps) {
  return (
    <header className={styles.head}>
      <div>
        {kicker !== undefined && (
          <p className={styles.kicker} data-search="no">
            {kicker}
          </p>
        )}
        <h1 className={styles.title}>{title}</h1>
      </div>
      <div className={styles.text}>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        {children !== undefined && <div className={styles.more}>{children}</div>}
      </div>
    </header>
  )
}
