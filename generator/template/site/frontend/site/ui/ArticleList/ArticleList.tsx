// Articles with their dates and summaries.

import type { Entry } from '@portico/app/page'
import styles from './ArticleList.module.css'

export type ArticleListProps = {
  items: Entry<'news', 'title' | 'summary' | 'date' | 'href'>[]
  /** Level of the titles: one below that of the heading above them. */
  heading: 'h2' | 'h3'
  /** Whether the first is larger than the others. */
  lead?: boolean
}

export function ArticleList({ items, heading: Heading, lead }: ArticleListProps) {
  return (
    <ul className={styles.list} data-lead={lead}>
      {items.map(({ href, title, summary, date }) => (
        <li key={href}>
          <time className={styles.date} dateTime={date.value}>
            {date.text}
          </time>
          <div>
            <Heading className={styles.title}>
              <a href={href}>{title}</a>
            </Heading>
            <p>{summary}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
