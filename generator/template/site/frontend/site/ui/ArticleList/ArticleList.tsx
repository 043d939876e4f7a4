// Articles with their dates and summaries.

import type { Entry } from '@portico/app/page'
import styles from './ArticleList.module.css'

export type ArticleListProps = { items: Entry<'news', 'title' | 'summary' | 'date' | 'href'>[] }

export function ArticleList({ items }: ArticleListProps) {
  return (
    <ul className={styles.list}>
      {items.map(({ href, title, summary, date }) => (
        <li key={href}>
          <time className={styles.date} dateTime={date.value}>
            {date.text}
          </time>
          <h3 className={styles.title}>
            <a href={href}>{title}</a>
          </h3>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  )
}
