// Dated headlines in a column: date, headline, subject, and an optional part beside each.

import type { ReactNode } from 'react'
import styles from './NewsList.module.css'

export type NewsListItem = {
  href: string
  title: string
  date: { value: string; text: string }
  /** Subject of an item; left out where every item is alike. */
  kind?: ReactNode
  summary?: string
  /** Language of title and summary, where it is not the page's. */
  lang?: string | undefined
}

export type NewsListProps<Item> = {
  items: readonly Item[]
  /**
   * Element in a separate column beside an item, if there is one. With it the list is the page's
   * subject, and has more space.
   */
  beside?: (item: Item) => ReactNode
}

export function NewsList<Item extends NewsListItem>({ items, beside }: NewsListProps<Item>) {
  return (
    <ol className={styles.list} data-beside={beside !== undefined}>
      {items.map((item) => (
        <li className={styles.item} key={item.href}>
          <p className={styles.when}>
            <time dateTime={item.date.value}>{item.date.text}</time>{' '}
            {item.kind !== undefined && <span className={styles.kind}>{item.kind}</span>}
          </p>
          <div lang={item.lang}>
            <h3 className={styles.title}>
              <a href={item.href}>{item.title}</a>
            </h3>
            {item.summary !== undefined && <p className={styles.summary}>{item.summary}</p>}
          </div>
          {beside?.(item)}
        </li>
      ))}
    </ol>
  )
}
