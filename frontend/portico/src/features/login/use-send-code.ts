// Requests a code, for all steps: the captcha, the server's refusals, and the time to wait.

import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { sendEmailCode } from '#/api/calls.ts'
import { ApiError, isRefusal } from '#/api/errors.ts'
import { toast } from '#/state/toasts.ts'
import { type CaptchaSource, useCaptcha } from '#/state/use-captcha.ts'
import { useCountdown } from '#/state/use-countdown.ts'
import type { Form } from '#/ui/form/use-form.ts'

export type SendCode = {
  captcha: CaptchaSource
  busy: boolean
  /** Seconds until another try makes sense. */
  wait: number
  /** Requests a code for `email`; the captcha's answer is in the form. */
  send: (email: string) => Promise<void>
}

/** Both learn after how many seconds another code may be asked for. */
export type SendCodeEvents = {
  onSent: (resendAfter: number) => void
  /** A code was sent a moment ago, and is still valid. */
  onSentBefore?: (resendAfter: number) => void
}

export function useSendCode<Name extends string>(
  form: Form<Name | 'captcha'>,
  { onSent, onSentBefore }: SendCodeEvents,
): SendCode {
  const { t } = useLingui()
  const captcha = useCaptcha(() => form.set('captcha', ''))
  const [busy, setBusy] = useState(false)
  const [wait, startWait] = useCountdown()
  const fail = (error: ApiError) => {
    const message = error.message || t`The code could not be sent. Please try again.`
    toast.error(message)
    if (onSentBefore !== undefined && isRefusal(error, 429) && error.field === 'code') return onSentBefore(error.retryAfter ?? 0)
    if (error.status !== 0) {
      // Whatever the server's objection is, the captcha may be used up.
      form.set('captcha', '')
      captcha.renew()
    }
    if (error.field != null && error.field in form.values) form.refuse(error.field as Name | 'captcha', message)
    startWait(error.retryAfter ?? 0)
  }
  const send = async (email: string) => {
    if (captcha.captcha === undefined) return
    const { captchaId } = captcha.captcha
    setBusy(true)
    try {
      const { resendAfter } = await sendEmailCode({ email, captchaId, captcha: form.values.captcha.trim() })
      onSent(resendAfter)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  return { captcha, busy, wait, send }
}
