// The head of a page: its heading, the sentence that the page stands for, and a note in the margin.

import type { ReactNode } from 'react'
import styles from './PageHead.module.css'

export type PageHeadProps = {
  title: ReactNode
  lead?: ReactNode
  /** `display`: the heading is the one large thing of the page. */
  size?: 'display'
  children?: ReactNode
  lang?: string | undefined
}

export function PageHead({ title, lead, size, children, lang }: PageHeadProps) {
  return (
    <header className={styles.head} data-size={size} lang={lang}>
      <h1>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children && <div className={styles.note}>{children}</div>}
    </header>
  )
}
