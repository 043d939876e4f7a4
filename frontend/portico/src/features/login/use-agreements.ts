// The agreements that are accepted at sign-in, in their current versions.

import { useEffect, useState } from 'react'
import { getProtocols, type Protocol } from '#/api/calls.ts'

export type Agreements = {
  /** Present while `ready`. */
  list: readonly Protocol[]
  state: 'loading' | 'ready' | 'failed'
  /** Fetches them again. */
  reload: () => void
}

export function useAgreements(): Agreements {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ to: number; list?: Protocol[] }>()
  useEffect(() => {
    let left = false
    getProtocols().then(
      (list) => left || setAnswer({ to: attempt, list }),
      // The client has logged it; the box shows the failure and offers another try.
      () => left || setAnswer({ to: attempt }),
    )
    return () => {
      left = true
    }
  }, [attempt])
  const list = answer?.to === attempt ? answer.list : undefined
  return {
    list: list ?? [],
    state: list !== undefined ? 'ready' : answer?.to === attempt ? 'failed' : 'loading',
    reload: () => setAttempt((before) => before + 1),
  }
}
