// The second step: the code from the e-mail, and the agreements.

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { ApiError } from '#/api/errors.ts'
import { useBusy } from '#/state/busy.ts'
import { signIn } from '#/state/sign-in.ts'
import { toast } from '#/state/toasts.ts'
import { useCountdown } from '#/state/use-countdown.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { TextField } from '#/ui/Field/Field.tsx'
import { FormActions, FormLayout } from '#/ui/FormLayout/FormLayout.tsx'
import { useForm } from '#/ui/form/use-form.ts'
import type { SentCode } from '../kept-sign-in.ts'
import { SubmitLabel } from '../submit-label.tsx'
import type { Agreements } from '../use-agreements.ts'
import { AgreementsField } from './agreements-field.tsx'

/** Digits of a code. */
const DIGITS = 6

export type CodeStepProps = {
  code: SentCode
  agreements: Agreements
  onType: (typed: string) => void
  onSignedIn: () => void
  onBack: () => void
}

export function CodeStep({ code: { email, typed }, agreements, onType, onSignedIn, onBack }: CodeStepProps) {
  const { t } = useLingui()
  // A backend may have no agreements at all.
  const toAccept = agreements.state !== 'ready' || agreements.list.length > 0
  const form = useForm(
    {
      code: { label: t`Code`, kind: 'text', len: DIGITS },
      agreements: {
        label: '',
        kind: 'text',
        optional: !toAccept,
        message: t`Please read and accept the agreements`,
      },
    },
    { code: typed },
  )
  const [busy, setBusy] = useState(false)
  const [wait, startWait] = useCountdown()
  useBusy(true)
  const fail = (error: ApiError) => {
    const message = error.message || t`You could not be signed in. Please try again.`
    if (error.message === '') toast.error(message)
    if (error.field === 'agreements') {
      // The text has changed since it was shown: the tick was for another one.
      form.set('agreements', '')
      agreements.reload()
    }
    if (error.field === 'agreements' || error.field === 'code') form.refuse(error.field, message)
    startWait(error.retryAfter ?? 0)
  }
  const type = (text: string) => {
    form.set('code', text)
    onType(text)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await form.attempt()) || agreements.state !== 'ready') return
    setBusy(true)
    const versions = Object.fromEntries(agreements.list.map(({ key, version }) => [key, version]))
    if (await signIn({ email, code: form.values.code, agreements: versions }, fail)) return onSignedIn()
    setBusy(false)
  }
  return (
    <FormLayout method="post" onSubmit={(event) => void submit(event)} failures={form.failures}>
      <TextField
        label={t`Code`}
        name="code"
        look="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={form.values.code}
        hint={<Trans>Six digits, sent to {email}; good for ten minutes.</Trans>}
        error={form.errors.code}
        aria-required
        autoFocus
        onChange={(event) => type(digits(event.target.value))}
      />
      <AgreementsField
        agreements={agreements}
        accepted={form.values.agreements !== ''}
        error={form.errors.agreements}
        onChange={(accepted) => form.set('agreements', accepted ? 'yes' : '')}
      />
      <FormActions>
        <Button type="submit" variant="primary" size="large" busy={busy} disabled={wait > 0}>
          <SubmitLabel wait={wait}>
            <Trans>Sign in</Trans>
          </SubmitLabel>
        </Button>
        <Button variant="quiet" onClick={onBack}>
          <Trans>Use another address</Trans>
        </Button>
      </FormActions>
    </FormLayout>
  )
}

/** The digits of a typed or pasted text, `１２３ 456` too. */
function digits(text: string): string {
  return text.normalize('NFKC').replace(/\D/gu, '').slice(0, DIGITS)
}
