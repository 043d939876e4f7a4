// Dated moments, oldest first: dates in their own narrow column beside a line.

import { useLingui } from '@lingui/react'
import { yearMonthText } from '@portico/app/i18n'
import styles from './Timeline.module.css'

export type TimelineProps = {
  items: readonly { date: string; text: string }[]
  /** `margin` is set small, for a place beside a text. */
  size?: 'regular' | 'margin'
}

export function Timeline({ items, size = 'regular' }: TimelineProps) {
  const { i18n } = useLingui()
  return (
    <ol className={styles.timeline} data-size={size}>
      {items.map((item) => (
        <li className={styles.moment} key={`${item.date} ${item.text}`}>
          <time className={styles.date} dateTime={item.date}>
            {yearMonthText(item.date, i18n.locale)}
          </time>
          <p className={styles.text}>{item.text}</p>
        </li>
      ))}
    </ol>
  )
}
