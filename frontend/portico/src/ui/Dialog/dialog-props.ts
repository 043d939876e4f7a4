// Properties of a dialog and of its window.

import type { ReactNode } from 'react'

export type DialogProps = {
  title: ReactNode
  /** Stands in the head in place of the title, which is then for assistive technology only. */
  head?: ReactNode
  /** Called when the visitor closes it; whoever renders it takes it away then. */
  onClose: () => void
  /**
   * `full` covers the window, for a menu on a phone; `tall` does so on a phone, and elsewhere keeps
   * its place while what stands in it comes and goes.
   */
  size?: 'regular' | 'full' | 'tall'
  /** Takes no Back: it asks about a step through the history, which another entry would break. */
  asksOfHistory?: boolean
  children: ReactNode
}
