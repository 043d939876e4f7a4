// Changes the displayed name.

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import { changeName } from '#/state/account.ts'
import { useBusy } from '#/state/busy.ts'
import { useSession } from '#/state/session.ts'
import { toast } from '#/state/toasts.ts'
import { useTypedText } from '#/state/use-typed-text.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { TextField } from '#/ui/Field/Field.tsx'
import { FormLayout } from '#/ui/FormLayout/FormLayout.tsx'
import { useForm } from '#/ui/form/use-form.ts'
import styles from './account.module.css'
import { useFailure } from './use-failure.ts'

/** Most characters of a name; the origin's limit. */
const NAME_MAX = 64

export function NameForm({ name }: { name: string }) {
  const { t } = useLingui()
  const form = useForm({ name: { label: t`Name`, kind: 'text', max: NAME_MAX } }, { name })
  const { email } = useSession()
  const typed = useTypedText(`name of ${email}`, name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another text is there; the form is a new value at every render.
  useEffect(() => {
    if (typed.text !== form.values.name) form.set('name', typed.text)
  }, [typed.text])
  const [busy, setBusy] = useState(false)
  const fail = useFailure()
  useBusy(form.dirty)
  const type = (text: string) => {
    form.set('name', text)
    typed.type(text)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await form.attempt())) return
    setBusy(true)
    try {
      await changeName(form.values.name.trim())
      form.reset()
      typed.forget()
      toast.success(t`Your name is changed.`)
    } catch (error) {
      const { field, message } = fail(error)
      if (field === 'name') form.refuse('name', message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormLayout method="post" onSubmit={(event) => void submit(event)} failures={form.failures}>
      <div className={styles.name}>
        <TextField
          label={t`Name`}
          name="name"
          autoComplete="name"
          value={form.values.name}
          error={form.errors.name}
          aria-required
          onChange={(event) => type(event.target.value)}
        />
        <div className={styles.save}>
          <Button type="submit" size="large" busy={busy} disabled={!form.dirty}>
            <Trans comment="Saves a changed name">Save</Trans>
          </Button>
        </div>
      </div>
    </FormLayout>
  )
}
