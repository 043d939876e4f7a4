// The second step of deleting an account: the data that is deleted with it, and the address once
// more, so that no account is deleted by accident.

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useHref } from '#/page/paths.ts'
import { deleteAccountAndLeave } from '#/state/account.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { TextField } from '#/ui/Field/Field.tsx'
import { FormActions, FormLayout } from '#/ui/FormLayout/FormLayout.tsx'
import { useForm } from '#/ui/form/use-form.ts'
import styles from './account.module.css'
import { useFailure } from './use-failure.ts'

export function DeleteAccount({ email, onKeep }: { email: string; onKeep: () => void }) {
  const { t } = useLingui()
  const home = useHref()('home')
  const label = email
  const form = useForm({
    email: {
      label: t`E-mail`,
      kind: 'choice',
      options: [{ value: email }],
      message: t`Please enter ${label}`,
    },
  })
  const [busy, setBusy] = useState(false)
  const fail = useFailure()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await form.attempt())) return
    setBusy(true)
    try {
      await deleteAccountAndLeave(home)
    } catch (error) {
      fail(error)
      setBusy(false)
    }
  }
  return (
    <FormLayout method="post" onSubmit={(event) => void submit(event)} failures={form.failures}>
      <p className={styles.warning}>
        <Trans>
          Your name and address, your sessions on every device and the record of the agreements you accepted are deleted, and your
          membership ends. This cannot be undone.
        </Trans>
      </p>
      <TextField
        label={t`Your address, to confirm`}
        name="email"
        type="email"
        autoComplete="off"
        value={form.values.email}
        hint={email}
        error={form.errors.email}
        aria-required
        autoFocus
        onChange={(event) => form.set('email', event.target.value.trim())}
      />
      <FormActions>
        <Button type="submit" variant="danger" size="large" busy={busy}>
          <Trans>Delete for good</Trans>
        </Button>
        <Button size="large" disabled={busy} onClick={onKeep}>
          <Trans>Keep the account</Trans>
        </Button>
      </FormActions>
    </FormLayout>
  )
}
