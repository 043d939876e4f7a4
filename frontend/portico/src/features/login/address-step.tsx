// The first step: the address that receives the code, and a captcha.

import { Trans, useLingui } from '@lingui/react/macro'
import type { FormEvent } from 'react'
import { useBusy } from '#/state/busy.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { CaptchaField } from '#/ui/CaptchaField/CaptchaField.tsx'
import { TextField } from '#/ui/Field/Field.tsx'
import { FormActions, FormLayout } from '#/ui/FormLayout/FormLayout.tsx'
import { useForm } from '#/ui/form/use-form.ts'
import { keepEmail } from './kept-sign-in.ts'
import { SubmitLabel } from './submit-label.tsx'
import { useSendCode } from './use-send-code.ts'

export type AddressStepProps = {
  /** The address that was entered before. */
  email: string
  /** `resendAfter` is in seconds. */
  onSent: (email: string, resendAfter: number) => void
}

export function AddressStep({ email: known, onSent }: AddressStepProps) {
  const { t } = useLingui()
  const form = useForm(
    {
      email: { label: t`E-mail`, kind: 'email' },
      captcha: { label: t`the characters`, kind: 'text' },
    },
    { email: known },
  )
  const email = form.values.email.trim()
  const { captcha, busy, wait, send } = useSendCode(form, {
    onSent: (resendAfter) => onSent(email, resendAfter),
    // The address has a code already: its step is still the next one.
    onSentBefore: (resendAfter) => onSent(email, resendAfter),
  })
  useBusy(form.dirty)
  const type = (text: string) => {
    form.set('email', text)
    keepEmail(text)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await form.attempt()) await send(email)
  }
  return (
    <FormLayout method="post" onSubmit={(event) => void submit(event)} failures={form.failures}>
      <TextField
        label={t`E-mail`}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        value={form.values.email}
        hint={<Trans>We send a six-digit code there. There is no password.</Trans>}
        error={form.errors.email}
        aria-required
        autoFocus={known !== ''}
        onChange={(event) => type(event.target.value)}
      />
      <CaptchaField
        source={captcha}
        value={form.values.captcha}
        error={form.errors.captcha}
        onChange={(value) => form.set('captcha', value)}
      />
      <FormActions>
        <Button type="submit" variant="primary" size="large" busy={busy} disabled={wait > 0 || captcha.state !== 'ready'}>
          <SubmitLabel wait={wait}>
            <Trans>Send the code</Trans>
          </SubmitLabel>
        </Button>
      </FormActions>
    </FormLayout>
  )
}
