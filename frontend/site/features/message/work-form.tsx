// The form for those who want to work with or at the firm. Without JavaScript it posts to the same
// address as an ordinary form.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@portico/app/ui/Button/Button.tsx'
import { SelectField, TextAreaField, TextField } from '@portico/app/ui/Field/Field.tsx'
import { FormActions, FormLayout, FormRow } from '@portico/app/ui/FormLayout/FormLayout.tsx'
import { useForm } from '@portico/app/ui/form/use-form.ts'
import { type FormEvent, useState } from 'react'
import { Attachment } from './attachment.tsx'
import { Consent } from './consent.tsx'
import { DraftNote } from './draft-note.tsx'
import { fileFault } from './file-rule.ts'
import { NotSent } from './not-sent.tsx'
import { SentNote } from './sent-note.tsx'
import { useMessage } from './use-message.ts'

const PATH = '/api/message/work'

export function WorkForm() {
  const { t } = useLingui()
  const form = useForm({
    kind: { label: t`What it is about`, rules: [{ rule: 'required' }, { rule: 'enum', values: ['job', 'cooperation'] }] },
    name: { label: t`Your name`, rules: [{ rule: 'required' }, { rule: 'whitespace' }, { rule: 'string', max: 60 }] },
    email: { label: t`E-mail`, rules: [{ rule: 'required' }, { rule: 'email' }] },
    message: {
      label: t`Your message`,
      rules: [{ rule: 'required' }, { rule: 'whitespace' }, { rule: 'string', min: 20, max: 4000 }],
    },
    consent: { label: t`Consent`, rules: [{ rule: 'required' }] },
  })
  const [file, setFile] = useState<File>()
  const message = useMessage(PATH, form, file)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (form.attempt() && fileFault(file) === undefined) void message.send(event.currentTarget)
  }
  if (message.state === 'sent') {
    return (
      <SentNote>
        <Trans>Somebody will read it this week and write back to you.</Trans>
      </SentNote>
    )
  }
  return (
    <FormLayout action={PATH} method="post" encType="multipart/form-data" onSubmit={submit} failures={form.failures}>
      <DraftNote message={message} file={file} />
      <SelectField
        label={t`What it is about`}
        name="kind"
        value={form.values.kind}
        error={form.errors.kind === undefined ? undefined : t`Please choose`}
        aria-required
        onChange={(event) => form.set('kind', event.target.value)}
      >
        <option value="">{t`Please choose`}</option>
        <option value="job">{t`Working at the firm`}</option>
        <option value="cooperation">{t`Working with the firm`}</option>
      </SelectField>
      <FormRow>
        <TextField
          label={t`Your name`}
          name="name"
          autoComplete="name"
          value={form.values.name}
          error={form.errors.name}
          aria-required
          onChange={(event) => form.set('name', event.target.value)}
        />
        <TextField
          label={t`E-mail`}
          name="email"
          type="email"
          autoComplete="email"
          value={form.values.email}
          error={form.errors.email}
          aria-required
          onChange={(event) => form.set('email', event.target.value)}
        />
      </FormRow>
      <TextAreaField
        label={t`Your message`}
        name="message"
        value={form.values.message}
        hint={<Trans>What you have done, what you would like to do</Trans>}
        error={form.errors.message}
        aria-required
        onChange={(event) => form.set('message', event.target.value)}
      />
      <Attachment label={t`Curriculum vitae or paper`} file={file} optional onChange={setFile} />
      <Consent
        given={form.values.consent !== ''}
        error={form.errors.consent === undefined ? undefined : t`Please give your consent`}
        onChange={(given) => form.set('consent', given ? 'yes' : '')}
      />
      {message.failure !== undefined && <NotSent failure={message.failure} />}
      <FormActions>
        <Button type="submit" variant="primary" size="large" busy={message.state === 'sending'}>
          <Trans>Send the message</Trans>
        </Button>
      </FormActions>
    </FormLayout>
  )
}
