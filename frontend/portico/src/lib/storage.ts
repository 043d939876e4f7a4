// Browser storage that never throws: if it is blocked or full, a value lives as long as its
// document. The only file that touches `localStorage` and `sessionStorage`; a lint rule enforces
// that.

import type { RuntimeConfig } from '#/contract.ts'

export type Keep = {
  get: (key: string) => string | null
  set: (key: string, value: string) => void
  remove: (key: string) => void
}

/** Kept from one visit to the next, and shared by all tabs. */
export const localKeep = keepIn(() => window.localStorage)
/** Kept as long as the tab, across reloads. */
export const sessionKeep = keepIn(() => window.sessionStorage)

/** The kind of storage that the site's configuration names (R9.05). */
export function keepOf(kind: RuntimeConfig['storage']): Keep {
  return kind === 'session' ? sessionKeep : localKeep
}

/** `area` is called anew each time: if storage is blocked, even reading the property throws. */
function keepIn(area: () => Storage): Keep {
  const memory = new Map<string, string>()
  const attempt = <T>(action: () => T): T | null => {
    try {
      return action()
    } catch {
      return null
    }
  }
  return {
    get: (key) => memory.get(key) ?? attempt(() => area().getItem(key)),
    set(key, value) {
      memory.set(key, value)
      // A value that the browser keeps is read from there, since another tab may change it.
      attempt(() => {
        area().setItem(key, value)
        memory.delete(key)
      })
    },
    remove(key) {
      memory.delete(key)
      attempt(() => area().removeItem(key))
    },
  }
}
