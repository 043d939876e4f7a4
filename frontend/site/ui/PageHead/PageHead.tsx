// The head of a page: a word in the margin, the heading, and the page's main sentence.

import type { ReactNode } from 'react'
import { Sentences } from '#/ui/Sentences/Sentences.tsx'
import styles from './PageHead.module.css'

export type PageHeadProps = {
  kicker?: ReactNode
  title: string
  lead?: ReactNode
  /**
   * `display` sets the heading at the page's largest size, a sentence a line, for a page with its
   * moment of scale there.
   */
  size?: 'display' | 'heading'
  children?: ReactNode
}

export function PageHead({ kicker, title, lead, size = 'heading', children }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.margin}>
        {kicker !== undefined && (
          <p className={styles.kicker} data-search="no">
            {kicker}
          </p>
        )}
      </div>
      <div className={styles.content}>
        <h1 className={styles.title} data-size={size}>
          {size === 'display' ? <Sentences text={title} /> : title}
        </h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        {children !== undefined && <div className={styles.more}>{children}</div>}
      </div>
    </header>
  )
}
