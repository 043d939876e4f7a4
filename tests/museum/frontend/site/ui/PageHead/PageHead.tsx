// The head of a page: its heading, and its lead.

import type { ReactNode } from 'react'
import styles from './PageHead.module.css'

export type PageHeadProps = { title: string; lead?: ReactNode; children?: ReactNode; lang?: string | undefined }

export function PageHead({ title, lead, children, lang }: PageHeadProps) {
  return (
    <header className={styles.head} lang={lang}>
      <h1>{title}</h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {children}
    </header>
  )
}
