// What a reload would destroy: a form with input, a running upload, an answer that is still streaming (R4.06).

import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'

const store = createStore<{ holders: number }>(() => ({ holders: 0 }))

/** While `active`, a new version waits. */
export function useBusy(active: boolean): void {
  useEffect(() => (active ? hold() : undefined), [active])
}

/** As `useBusy`, outside components: returns how to let go. */
export function hold(): () => void {
  store.setState(({ holders }) => ({ holders: holders + 1 }))
  return () => store.setState(({ holders }) => ({ holders: holders - 1 }))
}

/** True while anything would be lost. */
export function isBusy(): boolean {
  return store.getState().holders > 0
}
