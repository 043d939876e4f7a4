// Dated headlines in a column: date, headline, what it is about.

import type { ReactNode } from 'react'
import styles from './NewsList.module.css'

export type NewsListItem = {
  href: string
  title: string
  date: { value: string; text: string }
  /** What it is about; left out where every item is alike. */
  kind?: ReactNode
  summary?: string
}

export function NewsList({ items }: { items: readonly NewsListItem[] }) {
  return (
    <ol className={styles.list}>
      {items.map((item) => (
        <li className={styles.item} key={item.href}>
          <p className={styles.when}>
            <time dateTime={item.date.value}>{item.date.text}</time>
            {item.kind !== undefined && <span className={styles.kind}>{item.kind}</span>}
          </p>
          <div>
            <h3 className={styles.title}>
              <a href={item.href}>{item.title}</a>
            </h3>
            {item.summary !== undefined && <p className={styles.summary}>{item.summary}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
