// The form for a business plan. Without JavaScript it posts to the same address as an ordinary
// form.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@portico/app/ui/Button/Button.tsx'
import { SelectField, TextAreaField, TextField } from '@portico/app/ui/Field/Field.tsx'
import { FormActions, FormLayout, FormRow } from '@portico/app/ui/FormLayout/FormLayout.tsx'
import { useForm } from '@portico/app/ui/form/use-form.ts'
import { type FormEvent, useState } from 'react'
import { stageLabels } from '#/labels/content-labels.ts'
import { Attachment } from './attachment.tsx'
import { Consent } from './consent.tsx'
import { DraftNote } from './draft-note.tsx'
import { fileFault } from './file-rule.ts'
import { NotSent } from './not-sent.tsx'
import { SentNote } from './sent-note.tsx'
import { useMessage } from './use-message.ts'

const PATH = '/api/message/bp'

export function PlanForm() {
  const { t, i18n } = useLingui()
  const form = useForm({
    company: { label: t`Company`, rules: [{ rule: 'required' }, { rule: 'whitespace' }, { rule: 'string', max: 100 }] },
    name: { label: t`Your name`, rules: [{ rule: 'required' }, { rule: 'whitespace' }, { rule: 'string', max: 60 }] },
    email: { label: t`E-mail`, rules: [{ rule: 'required' }, { rule: 'email' }] },
    stage: { label: t`Stage`, rules: [{ rule: 'required' }, { rule: 'enum', values: Object.keys(stageLabels) }] },
    summary: {
      label: t`The plan in a few sentences`,
      rules: [{ rule: 'required' }, { rule: 'whitespace' }, { rule: 'string', min: 20, max: 2000 }],
    },
    consent: { label: t`Consent`, rules: [{ rule: 'required' }] },
  })
  const [file, setFile] = useState<File>()
  const [attempted, setAttempted] = useState(false)
  const message = useMessage(PATH, form, file)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAttempted(true)
    if (form.attempt() && file !== undefined && fileFault(file) === undefined) void message.send(event.currentTarget)
  }
  if (message.state === 'sent') {
    return (
      <SentNote>
        <Trans>We read every plan and answer within ten working days, also when the answer is no.</Trans>
      </SentNote>
    )
  }
  const text = (name: 'company' | 'name' | 'email') => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    'aria-required': true,
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
  })
  return (
    <FormLayout action={PATH} method="post" encType="multipart/form-data" onSubmit={submit} failures={form.failures}>
      <DraftNote message={message} file={file} />
      <FormRow>
        <TextField label={t`Company`} autoComplete="organization" {...text('company')} />
        <SelectField
          label={t`Stage`}
          name="stage"
          value={form.values.stage}
          error={form.errors.stage === undefined ? undefined : t`Please choose a stage`}
          aria-required
          onChange={(event) => form.set('stage', event.target.value)}
        >
          <option value="">{t`Please choose`}</option>
          {Object.entries(stageLabels).map(([value, name]) => (
            <option value={value} key={value}>
              {i18n._(name)}
            </option>
          ))}
        </SelectField>
      </FormRow>
      <FormRow>
        <TextField label={t`Your name`} autoComplete="name" {...text('name')} />
        <TextField label={t`E-mail`} type="email" autoComplete="email" {...text('email')} />
      </FormRow>
      <TextAreaField
        label={t`The plan in a few sentences`}
        name="summary"
        value={form.values.summary}
        hint={<Trans>What you make, for whom, how far you are, what you need</Trans>}
        error={form.errors.summary}
        aria-required
        onChange={(event) => form.set('summary', event.target.value)}
      />
      <Attachment
        label={t`The plan`}
        file={file}
        missing={attempted && file === undefined ? t`Please choose a file` : undefined}
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
          <Trans>Send the plan</Trans>
        </Button>
      </FormActions>
    </FormLayout>
  )
}
