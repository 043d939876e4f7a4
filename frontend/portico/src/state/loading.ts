// The global loading mark: the number of running calls and navigations that asked for it (R7.03).

import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const store = createStore<{ running: number }>(() => ({ running: 0 }))

/** True while at least one call or navigation runs. */
export function useLoading(): boolean {
  return useStore(store, ({ running }) => running > 0)
}

/** Counts one more or one less. */
export function countLoading(change: 1 | -1): void {
  store.setState(({ running }) => ({ running: Math.max(0, running + change) }))
}
