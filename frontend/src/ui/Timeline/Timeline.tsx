// Dated moments, oldest first: dates in their own narrow column beside a line.

import styles from './Timeline.module.css'

export type TimelineProps = {
  items: readonly { date: string; text: string }[]
  /** `margin` is set small, to stand beside a text. */
  size?: 'regular' | 'margin'
}

export function Timeline({ items, size = 'regular' }: TimelineProps) {
  return (
    <ol className={styles.timeline} data-size={size}>
      {items.map((item) => (
        <li className={styles.moment} key={`${item.date} ${item.text}`}>
          <time className={styles.date} dateTime={item.date}>
            {item.date.replace('-', '.')}
          </time>
          <p className={styles.text}>{item.text}</p>
        </li>
      ))}
    </ol>
  )
}
