// A page for reading: the headline over the whole page, facts in the margin beside the text.
// Captions of its images hang in the margin as well, where there is one (see Prose).

import type { ReactNode } from 'react'
import styles from './Article.module.css'

export type ArticleProps = {
  /** The way back, above everything. */
  back: ReactNode
  title: ReactNode
  lead: ReactNode
  margin: ReactNode
  /** Language of the text, where it is not the page's. */
  lang?: string
  /** Links on, below the text. */
  foot?: ReactNode
  children: ReactNode
}

export function Article({ back, title, lead, margin, lang, foot, children }: ArticleProps) {
  return (
    <article className={styles.article}>
      <div className={styles.back} data-print="no" data-search="no">
        {back}
      </div>
      <h1 className={styles.title} lang={lang}>
        {title}
      </h1>
      <p className={styles.lead} lang={lang}>
        {lead}
      </p>
      <aside className={styles.margin}>{margin}</aside>
      <div className={styles.text} lang={lang}>
        {children}
      </div>
      {foot !== undefined && (
        <div className={styles.foot} data-print="no" data-search="no">
          {foot}
        </div>
      )}
    </article>
  )
}
