// What the visitor chose and the browser keeps (R9.05). Read after hydration: the first render knows the defaults only.

import { useStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import type { RuntimeConfig } from '#/contract.ts'

export type Preferences = {
  /** The offer of the other language was declined (R1.01). */
  offerDismissed: boolean
  /** The notice about cookies and personal data was read. */
  noticeRead: boolean
}

/** Not stored: whether what is stored has been read. Until then nothing may be asked that was answered before. */
type Restored = { restored: boolean }

const store = createStore<Preferences & Restored>()(
  persist<Preferences & Restored, [], [], Preferences>(() => ({ offerDismissed: false, noticeRead: false, restored: false }), {
    name: 'portico-preferences',
    skipHydration: true,
    partialize: ({ restored: _, ...preferences }) => preferences,
  }),
)

/** The preferences. */
export function usePreferences(): Preferences & Restored {
  return useStore(store)
}

/** Changes some. */
export function setPreferences(change: Partial<Preferences>): void {
  store.setState(change)
}

/** Reads what is stored, from the kind of storage that the site's configuration names. */
export async function restorePreferences(kind: RuntimeConfig['storage']): Promise<void> {
  store.persist.setOptions({ storage: createJSONStorage(() => (kind === 'session' ? sessionStorage : localStorage)) })
  await store.persist.rehydrate()
  store.setState({ restored: true })
}
