// All notes of a message form in use, each in its place: above the questions that a draft was
// restored, below the file its progress, above the button the failure.

import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Rule } from '#/enumerations/rule.gen.ts'
import { sizeText } from '#/i18n/sizes.ts'
import { useBusy } from '#/state/busy.ts'
import { useCaptcha } from '#/state/use-captcha.ts'
import { useOnline } from '#/state/use-online.ts'
import { CaptchaField } from '#/ui/CaptchaField/CaptchaField.tsx'
import type { Check } from '#/ui/form/rules/check.ts'
import { fileRuleWords } from '#/ui/form/rules/file-words.ts'
import type { Form } from '#/ui/form/use-form.ts'
import type { Attempt, FormState } from '../form-state.ts'
import { ErrorSummary } from './error-summary.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { NotSent } from './not-sent.tsx'
import { UploadNote } from './upload-note.tsx'
import { useDraft } from './use-draft.ts'
import { useSending } from './use-sending.ts'
import { useUnsent } from './use-unsent.ts'
import { useUpload } from './use-upload.ts'

export type LivePartProps = {
  formState: FormState
  attempt: Attempt | undefined
  check: Check
  /** A place above the questions. */
  top: HTMLElement | null
  /** A place below the file. */
  below: HTMLElement | null
}

export function LivePart({ formState, attempt, check, top, below }: LivePartProps) {
  const { form, file } = formState
  const { t } = useLingui()
  const draft = useDraft(formState)
  const fileWords = useFileWords(formState)
  const upload = useUpload(formState, draft, fileWords)
  const captchaId = useRef<string>(undefined)
  const sending = useSending({
    formState,
    draft,
    upload,
    check,
    captchaId,
    attempt,
    words: { changed: t`The privacy policy has changed. Please read it and give your consent again.`, file: fileWords },
  })
  const isOnline = useOnline()
  const { stage, doubts } = sending.state
  const isUnsent = stage !== 'sent' && (form.dirty || file !== undefined)
  useBusy(isUnsent)
  const leave = useUnsent(isUnsent)
  return (
    <>
      {top !== null &&
        createPortal(
          <>
            {draft.isRestored && (
              <p role="status">
                <Trans>What you wrote before is here again. Only your consent has to be given anew.</Trans>
              </p>
            )}
            <ErrorSummary formState={formState} />
          </>,
          top,
        )}
      {below !== null && createPortal(<UploadNote file={file} known={draft.known} upload={upload} />, below)}
      {doubts > 0 && <Doubt key={doubts} form={form} captchaId={captchaId} />}
      <NotSent sending={sending} isOnline={isOnline} />
      {leave !== undefined && <LeaveQuestion onAnswer={leave} />}
    </>
  )
}

/** The question for a person, where the origin asks for one. */
function Doubt({ form, captchaId }: { form: Form<string>; captchaId: RefObject<string | undefined> }) {
  const source = useCaptcha(() => form.set('captcha', ''))
  useEffect(() => {
    captchaId.current = source.captcha?.captchaId
  }, [captchaId, source.captcha])
  return (
    <CaptchaField
      source={source}
      value={form.values['captcha'] ?? ''}
      error={form.errors['captcha']}
      autoFocus
      onChange={(value) => form.set('captcha', value)}
    />
  )
}

/** Words for a rule that a file breaks; without a rule, that there is no reason. */
function useFileWords({ definition }: FormState): (rule?: Rule) => string {
  const { i18n } = useLingui()
  const most = sizeText(definition.file?.maxBytes ?? 0, i18n.locale)
  return (rule) => i18n._(fileRuleWords(rule, most))
}
