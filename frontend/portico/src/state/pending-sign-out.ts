// A sign-out that never reached the gateway: the token cookie still exists, and only the gateway
// can remove it. So the browser keeps a mark, counts as signed out, and repeats the call: at start,
// when the connection is back, before any other call, and before another document is requested,
// which the gateway would answer as a member's.

import { readEnvelope } from '#/api/envelope.ts'
import { localKeep } from '#/lib/storage.ts'

/** Longest time that a navigation waits for the call, in milliseconds. */
const REPEAT_MAX_MS = 3_000

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
 * Repeats the call if one is waiting. An envelope means that it arrived: the gateway takes the
 * cookie away with each of its answers. Anything else leaves the mark, and throws.
 */
export async function repeatSignOut(base: string): Promise<void> {
  if (!hasPendingSignOut()) return
  const signal = AbortSignal.timeout(REPEAT_MAX_MS)
  const response = await fetch(`${base}/api/auth/logout`, { method: 'POST', credentials: 'include', signal })
  if (!(await readEnvelope(response))) throw new Error(`logout: status ${response.status}`)
  localKeep.remove(MARK)
}
