// The current captcha: loaded in the browser, replaced after an attempt, when it expires, or on
// demand.

import { useEffect, useState } from 'react'
import { type Captcha, type CaptchaKind, getCaptcha } from '#/api/calls.ts'

/**
 * A captcha is replaced this long before it expires, in milliseconds: otherwise it could expire on
 * the way to the server.
 */
const MARGIN_MS = 15_000
/**
 * And kept at least this long, whatever lifetime a server gives, so that it is not requested
 * without end.
 */
const LIFETIME_MIN_MS = 30_000
/** And not longer than an hour: a timer that is set too far ahead fires at once. */
const LIFETIME_MAX_MS = 3_600_000

export type CaptchaSource = {
  kind: CaptchaKind
  state: 'loading' | 'ready' | 'failed'
  /** Present while `ready`. */
  captcha: Captcha | undefined
  /**
   * True for a captcha that replaced an expired one: the visitor is not waiting for an
   * announcement.
   */
  unasked: boolean
  /** Fetches another one, of the other kind if requested. */
  renew: (kind?: CaptchaKind) => void
}

type Wanted = { kind: CaptchaKind; unasked: boolean }

/**
 * `onExpire` is called when a captcha is replaced because of its age: the typed answer belongs to
 * the old one.
 */
export function useCaptcha(onExpire: () => void): CaptchaSource {
  const [wanted, setWanted] = useState<Wanted>({ kind: 'image', unasked: false })
  const [answer, setAnswer] = useState<{ to: Wanted; captcha?: Captcha }>()
  const captcha = answer?.to === wanted ? answer.captcha : undefined
  useEffect(() => {
    const controller = new AbortController()
    getCaptcha(wanted.kind, controller.signal).then(
      (fresh) => setAnswer({ to: wanted, captcha: fresh }),
      // The client has logged it; the field shows the failure and offers another try.
      () => controller.signal.aborted || setAnswer({ to: wanted }),
    )
    return () => controller.abort()
  }, [wanted])
  // Only a new captcha starts a new life; `onExpire` is a new function at every render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (captcha === undefined) return
    const expire = () => {
      setWanted(({ kind }) => ({ kind, unasked: true }))
      onExpire()
    }
    const timer = setTimeout(expire, lifetimeOf(captcha))
    return () => clearTimeout(timer)
  }, [captcha])
  return {
    kind: wanted.kind,
    state: answer?.to !== wanted ? 'loading' : captcha === undefined ? 'failed' : 'ready',
    captcha,
    unasked: wanted.unasked,
    renew: (kind = wanted.kind) => setWanted({ kind, unasked: false }),
  }
}

/** How long to show it, in milliseconds. */
function lifetimeOf({ expiresIn }: Captcha): number {
  const milliseconds = expiresIn * 1_000 - MARGIN_MS
  return milliseconds > LIFETIME_MIN_MS ? Math.min(milliseconds, LIFETIME_MAX_MS) : LIFETIME_MIN_MS
}
