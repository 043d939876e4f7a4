// Stories as sentences: a headline, what it is about, a way on.

import styles from './StoryList.module.css'

export type StoryListProps = { items: readonly { href: string; title: string; summary: string }[] }

export function StoryList({ items }: StoryListProps) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li className={styles.item} key={item.href}>
          <h3 className={styles.title}>
            <a href={item.href}>{item.title}</a>
          </h3>
          <p className={styles.summary}>{item.summary}</p>
        </li>
      ))}
    </ul>
  )
}
