// A message form: its own questions, who writes, the text, a file, consent. Without JavaScript it
// posts to the same address as an ordinary form.

import { useLingui } from '@lingui/react/macro'
import { Button } from '@portico/app/ui/Button/Button.tsx'
import { TextAreaField, TextField } from '@portico/app/ui/Field/Field.tsx'
import { FormActions, FormLayout, FormRow } from '@portico/app/ui/FormLayout/FormLayout.tsx'
import { type Form, type FormField, useForm } from '@portico/app/ui/form/use-form.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Attachment } from './attachment.tsx'
import { Consent } from './consent.tsx'
import { DraftNote } from './draft-note.tsx'
import { fileFault } from './file-rule.ts'
import { NotSent } from './not-sent.tsx'
import { SentNote } from './sent-note.tsx'
import { type MessagePath, useMessage } from './use-message.ts'

/** Fields of every message. */
type Common = 'name' | 'email' | 'consent'

export type MessageFormProps<Own extends string> = {
  path: MessagePath
  /** The form's own fields. */
  fields: Record<Own, FormField>
  /** Controls that come first, for all own fields but the text. */
  questions: (form: Form<NoInfer<Own> | Common>) => ReactNode
  /** The field of the text, and what to write in it. */
  text: { name: NoInfer<Own>; hint: ReactNode }
  file: { label: string; optional?: boolean }
  /** Words of the button. */
  send: ReactNode
  /** Said once the message has arrived. */
  sent: ReactNode
}

export function MessageForm<Own extends string>({
  path,
  fields,
  questions,
  text,
  file: { label, optional = false },
  send,
  sent,
}: MessageFormProps<Own>) {
  const { t } = useLingui()
  const form = useForm<Own | Common>({
    ...fields,
    name: { label: t`Your name`, rules: [{ rule: 'required' }, { rule: 'whitespace' }, { rule: 'string', max: 60 }] },
    email: { label: t`E-mail`, rules: [{ rule: 'required' }, { rule: 'email' }] },
    consent: { label: t`Consent`, rules: [{ rule: 'required' }] },
  })
  const [file, setFile] = useState<File>()
  const [attempted, setAttempted] = useState(false)
  const message = useMessage(path, form, file)
  const isMissing = file === undefined && !optional
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAttempted(true)
    if (form.attempt() && !isMissing && fileFault(file) === undefined) void message.send(event.currentTarget)
  }
  if (message.state === 'sent') return <SentNote>{sent}</SentNote>
  return (
    <FormLayout action={path} method="post" encType="multipart/form-data" onSubmit={submit} failures={form.failures}>
      <DraftNote message={message} file={file} />
      {questions(form)}
      <FormRow>
        <TextField label={t`Your name`} autoComplete="name" {...controlOf(form, 'name')} />
        <TextField label={t`E-mail`} type="email" autoComplete="email" {...controlOf(form, 'email')} />
      </FormRow>
      <TextAreaField label={fields[text.name].label} hint={text.hint} {...controlOf(form, text.name)} />
      <Attachment
        label={label}
        file={file}
        optional={optional}
        missing={attempted && isMissing ? t`Please choose a file` : undefined}
        onChange={setFile}
      />
      <Consent
        given={form.values.consent !== ''}
        error={form.errors.consent === undefined ? undefined : t`Please give your consent`}
        onChange={(given) => form.set('consent', given ? 'yes' : '')}
      />
      {message.failure !== undefined && <NotSent failure={message.failure} />}
      <FormActions>
        <Button type="submit" variant="primary" size="large" busy={message.state === 'sending'}>
          {send}
        </Button>
      </FormActions>
    </FormLayout>
  )
}

/** Properties of the control for a field that must be filled in. */
export function controlOf<Name extends string>(form: Form<Name>, name: Name) {
  return {
    name,
    value: form.values[name],
    error: form.errors[name],
    'aria-required': true,
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
  }
}
