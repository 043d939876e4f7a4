// A sign-in in progress, as the tab keeps it: a reload, another language and Back restore the typed
// address and, while its code is valid, the step that asks for the code.

import { sessionKeep } from '#/lib/storage.ts'

/** How long a code is valid, in milliseconds: `LIFETIME` of the origin. */
const CODE_LIFE_MS = 10 * 60 * 1_000

/** A code that was sent; times are the browser's, in milliseconds. */
export type SentCode = {
  email: string
  sentAt: number
  /** From here on another code may be asked for. */
  resendAt: number
  /** The digits that were typed so far. */
  typed: string
}

const EMAIL = 'portico-sign-in-email'
const CODE = 'portico-sign-in-code'

export function keepEmail(email: string): void {
  sessionKeep.set(EMAIL, email)
}

export function keptEmail(): string {
  return sessionKeep.get(EMAIL) ?? ''
}

export function keepCode(code: SentCode): void {
  sessionKeep.set(CODE, JSON.stringify(code))
}

export function keptCode(): SentCode | undefined {
  return codeIn(sessionKeep.get(CODE), Date.now())
}

export function dropCode(): void {
  sessionKeep.remove(CODE)
}

/** A code that is still valid; undefined for any other value. PURE. */
function codeIn(stored: string | null, now: number): SentCode | undefined {
  try {
    const { email, sentAt, resendAt, typed } = JSON.parse(stored ?? '') as SentCode
    if (typeof email !== 'string' || typeof resendAt !== 'number' || typeof typed !== 'string') return undefined
    return now - sentAt < CODE_LIFE_MS ? { email, sentAt, resendAt, typed } : undefined
  } catch {
    return undefined
  }
}
