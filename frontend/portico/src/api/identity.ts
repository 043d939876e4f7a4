// The identity of the caller, as far as the browser knows it: two random ids in cookies, one for a
// guest and one for this browser (R6.01, R9.02).

import { clearIdentityCookie, readCookie, writeIdentityCookie } from '#/lib/cookies.ts'
import { randomId } from '#/lib/random-id.ts'

/** The anonymous visitor; a signed-in one has none. */
export const GUEST_COOKIE = 'uuid'
/** This browser, signed in or not. */
export const BROWSER_COOKIE = 'fronted-uuid'

/** The id in `cookie`, made at the first call that needs it. */
export function identity(cookie: typeof GUEST_COOKIE | typeof BROWSER_COOKIE): string {
  const known = readCookie(cookie)
  if (known !== undefined && known !== '') return known
  const fresh = randomId()
  writeIdentityCookie(cookie, fresh)
  return fresh
}

/** Whether this browser keeps cookies of this site. Signing in needs them. */
export function keepsCookies(): boolean {
  identity(BROWSER_COOKIE)
  return readCookie(BROWSER_COOKIE) !== undefined
}

/** Forgets the guest: at sign-in, which turns a guest into a member, and at sign-out. */
export function forgetGuest(): void {
  clearIdentityCookie(GUEST_COOKIE)
}
