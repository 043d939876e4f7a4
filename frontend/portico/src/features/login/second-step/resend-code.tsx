// Asks for another code once the waiting time is over. It takes another captcha, which is shown in
// place when it is needed.

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { toast } from '#/state/toasts.ts'
import { useCountdown } from '#/state/use-countdown.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { CaptchaField } from '#/ui/CaptchaField/CaptchaField.tsx'
import { FormActions, FormLayout } from '#/ui/FormLayout/FormLayout.tsx'
import { useForm } from '#/ui/form/use-form.ts'
import type { SentCode } from '../kept-sign-in.ts'
import styles from '../login-form.module.css'
import { SubmitLabel } from '../submit-label.tsx'
import { useDuration } from '../use-duration.ts'
import { useSendCode } from '../use-send-code.ts'

const SECOND_MS = 1_000

export type ResendCodeProps = {
  /** The last code. */
  code: SentCode
  onSent: (resendAfter: number) => void
}

export function ResendCode({ code: { email, resendAt }, onSent }: ResendCodeProps) {
  const { t } = useLingui()
  const [left, wait] = useCountdown(Math.max(0, Math.ceil((resendAt - Date.now()) / SECOND_MS)))
  const duration = useDuration(left)
  const [state, setState] = useState<'closed' | 'open' | 'cancelled'>('closed')
  const sent = (resendAfter: number) => {
    setState('closed')
    wait(resendAfter)
    toast.success(t`Another code is on its way.`)
    onSent(resendAfter)
  }
  if (state === 'open') return <ResendForm email={email} onSent={sent} onCancel={() => setState('cancelled')} />
  return (
    <Button variant="quiet" disabled={left > 0} autoFocus={state === 'cancelled'} onClick={() => setState('open')}>
      {left > 0 ? <Trans>Another code in {duration}</Trans> : <Trans>Send another code</Trans>}
    </Button>
  )
}

type ResendFormProps = { email: string; onSent: (resendAfter: number) => void; onCancel: () => void }

function ResendForm({ email, onSent, onCancel }: ResendFormProps) {
  const { t } = useLingui()
  const form = useForm({
    captcha: { label: t`the characters`, kind: 'text' },
  })
  const { captcha, busy, wait, send } = useSendCode(form, { onSent })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await form.attempt()) await send(email)
  }
  return (
    <div className={styles.resend}>
      <FormLayout
        method="post"
        onSubmit={(event) => void submit(event)}
        failures={form.failures}
        aria-label={t`Send another code`}
      >
        <CaptchaField
          source={captcha}
          value={form.values.captcha}
          error={form.errors.captcha}
          autoFocus
          onChange={(value) => form.set('captcha', value)}
        />
        <FormActions>
          <Button type="submit" busy={busy} disabled={wait > 0 || captcha.state !== 'ready'}>
            <SubmitLabel wait={wait}>
              <Trans>Send another code</Trans>
            </SubmitLabel>
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </FormActions>
      </FormLayout>
    </div>
  )
}
