// Running text that came from Markdown: the measure, the rhythm and the looks of everything that an
// editor may write.

import { loadImagesInView } from '@portico/app/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Prose.module.css'

export type ProseProps = {
  /** `reading` is the size of an article, `small` that of agreements and notes. */
  size?: 'reading' | 'small'
  /** In the margin of a wide window, beside the form before it; below the form on others. */
  beside?: boolean
  children: ReactNode
}

export function Prose({ size = 'reading', beside, children }: ProseProps) {
  const text = useRef<HTMLDivElement>(null)
  // After every render: the text may have been replaced by a fresher one, with images that are not
  // observed yet.
  useEffect(() => {
    if (text.current === null) return
    const stops = [loadImagesInView(text.current), tabStopsWhereTablesScroll(text.current)]
    return () => {
      for (const stop of stops) stop()
    }
  })
  return (
    <div className={styles.prose} data-size={size} data-beside={beside} ref={text}>
      {children}
    </div>
  )
}

/**
 * Every table is in a box that the keyboard reaches. For a box without overflow that would be one
 * step too many.
 */
function tabStopsWhereTablesScroll(root: Element): () => void {
  const boxes = root.querySelectorAll<HTMLElement>('[role=group]')
  if (boxes.length === 0) return () => {}
  const observer = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0')
      else target.removeAttribute('tabindex')
    }
  })
  for (const box of boxes) observer.observe(box)
  return () => observer.disconnect()
}

/** Plain text with paragraphs separated by an empty line. */
export function Paragraphs({ text }: { text: string }) {
  return text.split(/\n\s*\n/u).map((paragraph) => <p key={paragraph}>{paragraph.trim()}</p>)
}
