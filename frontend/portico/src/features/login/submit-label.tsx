// The label of a button: its action, or how long it cannot be pressed yet.

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useDuration } from './use-duration.ts'

export function SubmitLabel({ wait, children }: { wait: number; children: ReactNode }) {
  const duration = useDuration(wait)
  return wait > 0 ? <Trans>Try again in {duration}</Trans> : children
}
