// Somebody's words, set large, and who said them.

import styles from './Quote.module.css'

export type QuoteProps = { text: string; by: string }

export function Quote({ text, by }: QuoteProps) {
  return (
    <figure className={styles.quote}>
      <blockquote>
        <p className={styles.text}>{text}</p>
      </blockquote>
      <figcaption className={styles.by}>{by}</figcaption>
    </figure>
  )
}
