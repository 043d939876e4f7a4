// A modal dialog, open as long as it is rendered. Its window's code is fetched with the first one;
// who opens a dialog on a press awaits `loadDialog` with the code of what stands in it, so that
// both are there, or neither.

import { lazy, type ReactNode, Suspense } from 'react'

export type DialogProps = {
  title: ReactNode
  /** Called when the visitor closes it; whoever renders it takes it away then. */
  onClose: () => void
  /** `full` covers the window, for a menu on a phone. */
  size?: 'regular' | 'full'
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
