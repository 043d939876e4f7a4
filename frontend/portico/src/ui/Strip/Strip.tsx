// A line of words at the foot of the window with one or two things to press: a notice, an offer. It
// has its place at the end of the page, so it moves nothing when it comes, and whatever takes the
// focus is scrolled clear of it (WCAG 2.4.11).

import type { ReactNode } from 'react'
import styles from './Strip.module.css'

export type StripProps = {
  /** Name of the strip, for those who hear the page. */
  label: string
  /** The language of its words, where it is not the page's. */
  lang?: string
  dir?: 'ltr' | 'rtl'
  /**
   * `end` rests at the page's end on a phone, where it covers nothing: for what nobody has to
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
