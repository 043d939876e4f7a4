// A form by which visitors send a message, made from its definition.
//
// This file has the parts that the first view needs: questions, a file, consent, a button. The
// parts for its use (drafts, upload, sending, errors) are fetched after the page is live (`live/`).
// Without JavaScript the form posts to the same address as an ordinary one, and the origin
// redirects to a prerendered page.

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { destination } from '#/definition.ts'
import { localeOf } from '#/i18n/locales.ts'
import { usePage } from '#/page/page.tsx'
import { useHref } from '#/page/paths.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { CheckField } from '#/ui/Field/CheckField.tsx'
import { FileField } from '#/ui/Field/FileField.tsx'
import { FormActions, FormLayout } from '#/ui/FormLayout/FormLayout.tsx'
import { type Form, type FormField, useForm } from '#/ui/form/use-form.ts'
import { Hidden } from '#/ui/Hidden/Hidden.tsx'
import { type ChosenFile, endingsOf, type FileQuestion, type FormDefinition } from './form-definition.ts'
import type { Attempt, FormState } from './form-state.ts'
import { Optional } from './question-field.tsx'
import { useEarlyDraft } from './use-early-draft.ts'
import { useLive } from './use-live.ts'

export type MessageFormProps = {
  name: string
  definition: FormDefinition
  /** Places the questions; `file` is among them. */
  children: (form: Form<string>, file: ReactNode) => ReactNode
  /** Words of the button. */
  send: ReactNode
  /** Shown once the message has arrived. */
  sent: ReactNode
}

export function MessageForm({ name, definition, children, send, sent }: MessageFormProps) {
  const { locale } = usePage()
  const { t } = useLingui()
  const form = useForm<string>(fieldsOf(definition, t`Please give your consent`))
  const [file, setFile] = useState<ChosenFile>()
  const [fileError, setFileError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [number, setNumber] = useState<string>()
  const { live, load } = useLive()
  const since = useEarlyDraft(name, form, live !== undefined)
  const formState: FormState = { name, definition, form, since, file, setFile, fileError, setFileError, setBusy, setNumber }
  const [attempt, setAttempt] = useState<Attempt>()
  const [top, setTop] = useState<HTMLElement | null>(null)
  const [below, setBelow] = useState<HTMLElement | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    // Without its code the browser sends the form by itself.
    if ((await load()) === undefined) element.submit()
    else setAttempt({ element })
  }
  if (live !== undefined && number !== undefined) return <live.Sent number={number}>{sent}</live.Sent>
  return (
    <FormLayout
      action={`/api/message/${name}`}
      method="post"
      encType="multipart/form-data"
      onSubmit={(event) => void submit(event)}
      failures={form.failures}
    >
      <input type="hidden" name="language" value={localeOf(locale).language} />
      <Trap />
      <div ref={setTop} data-refusal />
      {children(form, definition.file && <Attachment formState={formState} question={definition.file} below={setBelow} />)}
      <Consent form={form} />
      {live !== undefined && <live.Live formState={formState} attempt={attempt} top={top} below={below} />}
      <FormActions>
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {send}
        </Button>
      </FormActions>
    </FormLayout>
  )
}

function fieldsOf({ fields }: FormDefinition, consent: string): Record<string, FormField> {
  const asked = fields.map((question): [string, FormField] => [question.name, question])
  return {
    ...Object.fromEntries(asked),
    consent: { kind: 'text', label: '', message: consent },
    // Asked for when the origin is in doubt.
    captcha: { kind: 'text', label: '', optional: true },
  }
}

type AttachmentProps = { formState: FormState; question: FileQuestion; below: (element: HTMLElement | null) => void }

function Attachment({ formState: { file, fileError, setFile }, question, below }: AttachmentProps) {
  return (
    <div>
      <FileField
        label={question.label}
        name="file"
        accept={endingsOf(question).join(',')}
        hint={question.hint}
        optional={question.optional && <Optional />}
        error={fileError}
        file={file}
        required={!question.optional}
        onTake={setFile}
      />
      <div ref={below} />
    </div>
  )
}

/** The box that allows the firm to read and keep the message. */
function Consent({ form }: { form: Form<string> }) {
  const privacy = useHref()(destination('privacy'))
  return (
    <CheckField
      name="consent"
      value="yes"
      checked={form.values['consent'] !== ''}
      error={form.errors['consent']}
      required
      onChange={(event) => form.set('consent', event.target.checked ? 'yes' : '')}
      label={
        <Trans>
          I agree that this message is read and kept as the{' '}
          <a href={privacy} target="_blank" rel="noopener">
            privacy policy<Hidden> (opens in a new tab)</Hidden>
          </a>{' '}
          says.
        </Trans>
      }
    />
  )
}

/** Programs fill in every field with a name; no person sees this one. */
function Trap() {
  return (
    <div hidden>
      <input name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
    </div>
  )
}
