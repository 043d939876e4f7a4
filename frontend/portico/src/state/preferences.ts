// The visitor's choices that the browser keeps (R9.05). Read after hydration: the first render
// knows the defaults only.

import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { RuntimeConfig } from '#/contract.ts'
import { type Keep, keepOf, localKeep } from '#/lib/storage.ts'
import { showTheme, type Theme } from '#/state/theme.ts'

export type Preferences = {
  /** The offer of the other language was declined (R1.01). */
  offerDismissed: boolean
  /** The notice about cookies and personal data was read. */
  noticeRead: boolean
  /** The key `/` does not open search (WCAG 2.1.4). */
  slashOff: boolean
  theme: Theme
}

/**
 * Not stored: whether the stored values have been read. Until then no question may be asked that
 * was answered before.
 */
type Restored = { restored: boolean }

const STORAGE_KEY = 'portico-preferences'

const store = createStore<Preferences & Restored & { keep: Keep }>(() => ({
  offerDismissed: false,
  noticeRead: false,
  slashOff: false,
  theme: 'system',
  restored: false,
  keep: localKeep,
}))

/** The preferences. */
export function usePreferences(): Preferences & Restored {
  return useStore(store)
}

/** Changes some of them. */
export function setPreferences(change: Partial<Preferences>): void {
  store.setState(change)
  const { keep, restored, ...preferences } = store.getState()
  keep.set(STORAGE_KEY, JSON.stringify(preferences))
  showTheme(preferences.theme)
}

/**
 * Reads the stored values from the kind of storage that the site's configuration names. Reads them
 * again when another tab has changed them, or when the page comes back from the browser's memory.
 */
export function restorePreferences(kind: RuntimeConfig['storage']): void {
  const keep = keepOf(kind)
  const restore = () => {
    store.setState({ ...readStored(keep), restored: true, keep })
    showTheme(store.getState().theme)
  }
  restore()
  addEventListener('storage', ({ key }) => key === STORAGE_KEY && restore())
  addEventListener('pageshow', ({ persisted }) => persisted && restore())
}

/** Damaged storage has no preference. */
function readStored(keep: Keep): Partial<Preferences> {
  try {
    return JSON.parse(keep.get(STORAGE_KEY) ?? '{}') as Partial<Preferences>
  } catch {
    return {}
  }
}
