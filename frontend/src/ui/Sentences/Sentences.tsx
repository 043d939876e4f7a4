// A headline in which every sentence begins a line of its own.

import styles from './Sentences.module.css'

export function Sentences({ text }: { text: string }) {
  return sentences(text).map((sentence) => (
    <span className={styles.sentence} key={sentence}>
      {sentence}
    </span>
  ))
}

/** Each with the space that follows it. */
const sentences = (text: string): string[] => text.split(/(?<=[.!?]\s|[。！？])/u)
