// Statements in order: a number in the margin, a short heading, a sentence or two.

import type { ReactNode } from 'react'
import styles from './NumberedList.module.css'

export type NumberedListProps = {
  items: readonly { title?: ReactNode; text?: ReactNode; value?: ReactNode }[]
  /** `columns` sets the statements side by side where there is room. */
  flow?: 'rows' | 'columns'
  /** `large` for statements that carry a part of the page. */
  size?: 'regular' | 'large'
}

export function NumberedList({ items, flow = 'rows', size = 'regular' }: NumberedListProps) {
  return (
    <ol className={styles.list} data-flow={flow} data-size={size}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the number is what the item is known by.
        <li className={styles.item} key={index}>
          <div>
            {item.title !== undefined && <h3 className={styles.title}>{item.title}</h3>}
            {item.value !== undefined && <p className={styles.value}>{item.value}</p>}
            {item.text !== undefined && <p className={styles.text}>{item.text}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
