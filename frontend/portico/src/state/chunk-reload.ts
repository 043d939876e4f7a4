// Code that does not load has usually been replaced by a new release: a reload brings the new one
// (R8.03). At most once in 10 s per path, or a server that lost a file would be asked for ever.
// State in browser storage stays.

import { sessionKeep } from '#/lib/storage.ts'

/** How long a path is not reloaded again, in milliseconds. */
export const GUARD_MS = 10_000

const STORAGE_KEY = 'portico-chunk-reload'

/** True if `path` may be reloaded now; remembers that it was. */
export function mayReload(path: string, now: number): boolean {
  const last = Number(sessionKeep.get(`${STORAGE_KEY} ${path}`) ?? Number.NEGATIVE_INFINITY)
  if (now - last < GUARD_MS) return false
  sessionKeep.set(`${STORAGE_KEY} ${path}`, String(now))
  return true
}
