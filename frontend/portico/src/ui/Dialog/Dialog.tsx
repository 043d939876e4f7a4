// A modal dialog, open as long as it is rendered. Its window's code is fetched with the first one.
// A caller that opens a dialog on a press awaits `loadDialog` with the code of its content, so that
// both are loaded, or neither.

import { lazy, Suspense } from 'react'
import type { DialogProps } from './dialog-props.ts'

/** Fetches the window's code. Rejects if it cannot be fetched. */
export const loadDialog = () => import('./DialogWindow.tsx')

const Window = lazy(async () => ({ default: (await loadDialog()).DialogWindow }))

export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <Window {...props} />
    </Suspense>
  )
}
