// Cookies that the browser's code reads and writes. The token is not among them: it is HttpOnly,
// the gateway's alone.

import type { LocaleCode } from '#/contract.ts'

/** Lifetime of every cookie of R9.02, in seconds: 30 days. */
const IDENTITY_MAX_AGE = 2_592_000
/** Lifetime of the locale cookie (R9.01), in seconds: 365 days. */
const LOCALE_MAX_AGE = 365 * 24 * 60 * 60

/** The decoded value of a cookie; undefined if it is missing or cannot be decoded. */
export function readCookie(name: string): string | undefined {
  for (const pair of allCookies().split('; ')) {
    const equals = pair.indexOf('=')
    if (pair.slice(0, equals) !== name) continue
    try {
      return decodeURIComponent(pair.slice(equals + 1))
    } catch {
      return undefined
    }
  }
  return undefined
}

/**
 * Writes one of the cookies of R9.02. Third-party frames (Feishu) need it too, hence SameSite=None.
 */
export function writeIdentityCookie(name: string, value: string): void {
  setCookie(`${name}=${encodeURIComponent(value)}; Max-Age=${IDENTITY_MAX_AGE}; Path=/; SameSite=None; Secure`)
}

/** Removes a cookie of R9.02. */
export function clearIdentityCookie(name: string): void {
  setCookie(`${name}=; Max-Age=0; Path=/; SameSite=None; Secure`)
}

/** Remembers the language for the next visit to `/` (R9.01). */
export function writeLocaleCookie(name: string, locale: LocaleCode): void {
  setCookie(`${name}=${locale}; Max-Age=${LOCALE_MAX_AGE}; Path=/; SameSite=Lax`)
}

/** A sandboxed frame may not even read cookies. */
function allCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

function setCookie(cookie: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain HTTP
    document.cookie = cookie
  } catch {
    // As where cookies are blocked: no cookie is kept.
  }
}
