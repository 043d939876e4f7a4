// A modal dialog, open as long as it is rendered. Its window's code is fetched with the first one;
// who opens a dialog on a press awaits `loadDialog` with the code of what stands in it, so that
// both are there, or neither.

import { lazy, type ReactNode, Suspense } from 'react'

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

/** Fetches the window's code. Rejects when it cannot be had. */
export const loadDialog = () => import('./DialogWindow.tsx')

const Window = lazy(async () => ({ default: (await loadDialog()).DialogWindow }))

export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <Window {...props} />
    </Suspense>
  )
}
