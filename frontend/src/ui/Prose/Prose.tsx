// Running text that came from Markdown: the measure, the rhythm and the looks of everything that an editor may write.

import { type ReactNode, useEffect, useRef } from 'react'
import { loadImagesInView } from '../LazyImage/lazy-images.ts'
import styles from './Prose.module.css'

export type ProseProps = {
  /** `reading` is the size of an article, `small` that of agreements and notes. */
  size?: 'reading' | 'small'
  children: ReactNode
}

export function Prose({ size = 'reading', children }: ProseProps) {
  const text = useRef<HTMLDivElement>(null)
  // After every render: the text may have been replaced by a fresher one, with images that nobody watches yet.
  useEffect(() => {
    if (text.current === null) return
    for (const table of text.current.querySelectorAll('table')) reachable(table)
    return loadImagesInView(text.current)
  })
  return (
    <div className={styles.prose} data-size={size} ref={text}>
      {children}
    </div>
  )
}

/** A table wider than its page scrolls within itself, and then the keyboard must reach it. */
function reachable(table: HTMLTableElement): void {
  if (table.scrollWidth > table.clientWidth) table.tabIndex = 0
  else table.removeAttribute('tabindex')
}

/** Plain text whose paragraphs are parted by an empty line. */
export function Paragraphs({ text }: { text: string }) {
  return text.split(/\n\s*\n/u).map((paragraph) => <p key={paragraph}>{paragraph.trim()}</p>)
}
