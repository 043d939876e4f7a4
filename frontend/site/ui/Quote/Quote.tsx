// A quotation, set large, and its source.

import styles from './Quote.module.css'

export type QuoteProps = {
  text: string
  by: string
  /** `large` is set alone across the page. */
  size?: 'regular' | 'large'
}

export function Quote({ text, by, size = 'regular' }: QuoteProps) {
  return (
    <figure className={styles.quote} data-size={size}>
      <blockquote>
        <p className={styles.text}>{text}</p>
      </blockquote>
      <figcaption className={styles.by}>{by}</figcaption>
    </figure>
  )
}
