// Properties of a dialog and of its window.

import type { ReactNode } from 'react'

export type DialogProps = {
  title: ReactNode
  /** Shown in the head in place of the title, which is then for assistive technology only. */
  head?: ReactNode
  /** Called when the visitor closes it; the caller then stops rendering it. */
  onClose: () => void
  /**
   * `full` covers the window, for a menu on a phone; `tall` does so on a phone, and elsewhere keeps
   * its place while its content changes.
   */
  size?: 'regular' | 'full' | 'tall'
  /**
   * Adds no entry for Back: the dialog asks about a step through the history, which another entry
   * would break.
   */
  asksOfHistory?: boolean
  children: ReactNode
}
