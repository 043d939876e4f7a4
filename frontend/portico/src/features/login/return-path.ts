// The address after signing in: the page that the visitor came from, if it is on this site and not
// the sign-in page itself; else home.

import type { LocaleCode } from '#/contract.ts'
import { destination } from '#/definition.ts'
import { prefixed, siteLocales } from '#/i18n/locales.ts'
import { sameSitePath } from '#/lib/safe-url.ts'
import { href } from '#/page/paths.ts'

/** `search` is the query of the sign-in page: `?redirect=/product`. It may come from any author. */
export function returnPath(search: string, locale: LocaleCode): string {
  const home = prefixed('/', locale)
  const path = sameSitePath(new URLSearchParams(search).get('redirect'), home)
  return isSignIn(path) ? home : path
}

/** In any spelling: a member who is sent to the sign-in page would be sent on from there. */
function isSignIn(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/u)
  try {
    const spelledOut = decodeURIComponent(pathname).replace(/\/+$/u, '')
    return siteLocales().some(({ code }) => spelledOut === href(destination('signIn'), {}, code))
  } catch {
    return false
  }
}
