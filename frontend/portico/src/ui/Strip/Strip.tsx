// A line of words at the foot of the window with one or two buttons: a notice, an offer. Its place
// is at the end of the page, so it shifts no content when it appears, and a focused element is
// scrolled clear of it (WCAG 2.4.11).

import type { ReactNode } from 'react'
import styles from './Strip.module.css'

export type StripProps = {
  /** Name of the strip, for screen readers. */
  label: string
  /** The language of its words, where it is not the page's. */
  lang?: string
  dir?: 'ltr' | 'rtl'
  /**
   * `end` rests at the page's end on a phone, where it covers no content: for notices that need no
   * answer.
   */
  phone?: 'window' | 'end'
  children: ReactNode
}

export function Strip({ label, lang, dir, phone = 'window', children }: StripProps) {
  return (
    <aside className={styles.strip} data-phone={phone} aria-label={label} lang={lang} dir={dir}>
      {children}
    </aside>
  )
}
