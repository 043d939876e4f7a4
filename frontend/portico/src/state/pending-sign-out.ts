// A sign-out that never reached the gateway: the token cookie still stands, and only the gateway
// can take it away. So the browser keeps a mark, counts as signed out, and repeats the call: at
// start, when the connection is back, before any other call, and before another document is asked
// for, which the gateway would answer as a member's.

import { localKeep } from '#/lib/storage.ts'

/** How long a way elsewhere waits for the call at most, in milliseconds. */
export const REPEAT_MAX_MS = 3_000

const MARK = 'portico-signed-out'

/** True while a sign-out waits to be repeated. */
export function hasPendingSignOut(): boolean {
  return localKeep.get(MARK) !== null
}

/** Remembers that the call must be repeated. */
export function markSignedOut(): void {
  localKeep.set(MARK, '1')
}

/**
 * Repeats the call if one is waiting; any answer at all means that it arrived. A network error
 * leaves the mark.
 */
export async function repeatSignOut(base: string): Promise<void> {
  if (!hasPendingSignOut()) return
  const signal = AbortSignal.timeout(REPEAT_MAX_MS)
  await fetch(`${base}/api/auth/logout`, { method: 'POST', credentials: 'include', signal })
  localKeep.remove(MARK)
}
