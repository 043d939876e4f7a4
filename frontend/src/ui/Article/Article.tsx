// A page for reading: the headline over the whole width of the text, facts in the margin, which stay while the text scrolls.

import type { ReactNode } from 'react'
import styles from './Article.module.css'

export type ArticleProps = {
  /** The way back, above everything. */
  back: ReactNode
  title: ReactNode
  lead: ReactNode
  margin: ReactNode
  children: ReactNode
}

export function Article({ back, title, lead, margin, children }: ArticleProps) {
  return (
    <article className={styles.article}>
      <div className={styles.back}>{back}</div>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </header>
      <aside className={styles.margin}>
        <div className={styles.sticky}>{margin}</div>
      </aside>
      <div className={styles.text}>{children}</div>
    </article>
  )
}
