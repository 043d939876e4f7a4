// A page that begins with a field: the heading in the margin, the field at the top of the column.

import type { ReactNode } from 'react'
import styles from './asking.module.css'

export type AskingProps = { title: string; lead?: ReactNode; children: ReactNode }

export function Asking({ title, lead, children }: AskingProps) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
      </header>
      <div className={styles.column}>{children}</div>
    </div>
  )
}
