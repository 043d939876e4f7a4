// A headline in which every sentence begins on a new line.

import styles from './Sentences.module.css'

export function Sentences({ text }: { text: string }) {
  return sentences(text).map((sentence) => (
    <span className={styles.sentence} key={sentence}>
      {sentence}
    </span>
  ))
}

/**
 * Each with the space that follows it. Looking behind would be shorter, and Safari reads that from
 * 16.4 on.
 */
const sentences = (text: string): string[] => text.match(/.+?(?:[.!?]\s|[。！？]|$)/gsu) ?? []
