// A sign-out that never reached the gateway: the token cookie still stands, and only the gateway can take it away. So the
// browser keeps a mark, counts as signed out, and repeats the call before any other.

const MARK = 'portico-signed-out'

/** True while a sign-out waits to be repeated. */
export function hasPendingSignOut(): boolean {
  return localStorage.getItem(MARK) !== null
}

/** Remembers that the call must be repeated. */
export function markSignedOut(): void {
  localStorage.setItem(MARK, '1')
}

/** Repeats the call if one is waiting; any answer at all means that it arrived. A network error leaves the mark. */
export async function repeatSignOut(base: string): Promise<void> {
  if (!hasPendingSignOut()) return
  await fetch(`${base}/api/auth/logout`, { method: 'POST', credentials: 'include' })
  localStorage.removeItem(MARK)
}
