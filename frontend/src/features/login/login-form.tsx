// The two steps of signing in: where the code goes, and the code.

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#/api/errors.ts'
import { usePage } from '#/app/page.tsx'
import { useHref } from '#/app/paths.ts'
import { sendCode, signIn } from '#/features/session/session.ts'
import { toast } from '#/features/toasts/toasts.ts'
import { prefixed } from '#/i18n/locales.ts'
import { sameSitePath } from '#/lib/safe-url.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { TextField } from '#/ui/Field/Field.tsx'
import { FormActions, FormLayout } from '#/ui/FormLayout/FormLayout.tsx'
import { useForm } from '#/ui/form/use-form.ts'
import styles from './login-form.module.css'
import { ResendCode } from './resend-code.tsx'

export function LoginForm() {
  const { t } = useLingui()
  const { locale } = usePage()
  const href = useHref()
  const [sentTo, setSentTo] = useState<{ email: string; resendAfter: number }>()
  const [busy, setBusy] = useState(false)
  const address = useForm({ email: { label: t`E-mail`, rules: [{ rule: 'required' }, { rule: 'email' }] } })
  const code = useForm({
    code: { label: t`Code`, rules: [{ rule: 'required' }, { rule: 'pattern', pattern: /^\d{6}$/u }] },
  })
  const send = async (email: string) => {
    setBusy(true)
    try {
      setSentTo({ email, ...(await sendCode(email)) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message === '' ? t`The code could not be sent. Please try again.` : error.message)
    } finally {
      setBusy(false)
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sentTo === undefined) {
      if (address.attempt()) await send(address.values.email.trim())
      return
    }
    if (!code.attempt()) return
    setBusy(true)
    if (await signIn({ email: sentTo.email, code: code.values.code })) {
      // Another guard belongs to another document: leave by a full navigation.
      const wanted = new URLSearchParams(window.location.search).get('redirect')
      window.location.assign(sameSitePath(wanted, prefixed('/', locale)))
      return
    }
    setBusy(false)
  }
  return (
    <div className={styles.login}>
      <FormLayout onSubmit={(event) => void submit(event)}>
        {sentTo === undefined ? (
          <TextField
            label={t`E-mail`}
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            value={address.values.email}
            hint={<Trans>We send a six-digit code there. There is no password.</Trans>}
            error={address.errors.email}
            aria-required
            onChange={(event) => address.set('email', event.target.value)}
          />
        ) : (
          <TextField
            label={t`Code`}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={6}
            value={code.values.code}
            hint={<Trans>Six digits, sent to {sentTo.email}; good for ten minutes.</Trans>}
            error={code.errors.code}
            aria-required
            autoFocus
            onChange={(event) => code.set('code', event.target.value.replace(/\D/gu, ''))}
          />
        )}
        <FormActions>
          <Button type="submit" variant="primary" size="large" busy={busy}>
            {sentTo === undefined ? <Trans>Send the code</Trans> : <Trans>Sign in</Trans>}
          </Button>
          {sentTo !== undefined && (
            <>
              <ResendCode after={sentTo.resendAfter} busy={busy} onResend={() => void send(sentTo.email)} />
              <Button variant="quiet" onClick={() => setSentTo(undefined)}>
                <Trans>Use another address</Trans>
              </Button>
            </>
          )}
        </FormActions>
        <p className={styles.agreement}>
          <Trans>
            By signing in you accept the <a href={href('terms')}>terms of use</a> and the{' '}
            <a href={href('privacy')}>privacy notice</a>.
          </Trans>
        </p>
      </FormLayout>
    </div>
  )
}
