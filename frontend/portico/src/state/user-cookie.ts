// The cookie `user-info`: name and email of the signed-in visitor, for display only. The gateway
// sets it at sign-in and when the name changes.

import { clearIdentityCookie, readCookie } from '#/lib/cookies.ts'

const USER_COOKIE = 'user-info'

/** Content of the cookie; undefined if it is missing or not in the gateway's form. */
export function readUserCookie(): { name: string; email: string } | undefined {
  try {
    const user: unknown = JSON.parse(readCookie(USER_COOKIE) ?? 'null')
    if (typeof user !== 'object' || user === null || !('name' in user) || !('email' in user)) return undefined
    const { name, email } = user
    return typeof name === 'string' && typeof email === 'string' ? { name, email } : undefined
  } catch {
    return undefined
  }
}

/** Removes the cookie. */
export function clearUserCookie(): void {
  clearIdentityCookie(USER_COOKIE)
}
