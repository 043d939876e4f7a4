// Sending a message: the answers, the file that the origin has already, and a key by which the
// origin recognises a repetition. `sending-state.ts` decides, this file acts.

import { type RefObject, useEffect, useReducer, useRef } from 'react'
import { getProtocols } from '#/api/calls.ts'
import { api } from '#/api/client.ts'
import { ApiError } from '#/api/errors.ts'
import type { Rule } from '#/enumerations/rule.gen.ts'
import { answerIn } from '#/ui/form/field-rules.ts'
import type { Check } from '#/ui/form/rules/check.ts'
import type { Attempt, FormState } from '../form-state.ts'
import { faultsIn, refusalOf } from './refusal.ts'
import { mayResend, nextSending, type SendingEvent, type SendingState, UNSENT } from './sending-state.ts'
import { uploadId } from './transfer.ts'
import type { KeptDraft } from './use-draft.ts'
import { type FileUpload, useResumed } from './use-upload.ts'

export type Sending = {
  state: SendingState
  /** The sender agrees that it is sent later, by itself. */
  wait: () => void
  /** Cancels that. */
  stay: () => void
}

export type SendingNeeds = {
  formState: FormState
  draft: KeptDraft
  upload: FileUpload
  check: Check
  /** The captcha that is shown. */
  captchaId: RefObject<string | undefined>
  attempt: Attempt | undefined
  words: {
    /** The consent must be given anew. */
    changed: string
    /** The file breaks a rule. */
    file: (rule: Rule) => string
  }
}

export function useSending(needs: SendingNeeds): Sending {
  const { formState, upload, attempt } = needs
  const [state, dispatch] = useReducer(nextSending, UNSENT)
  const { stage } = state
  const isUnderWay = stage === 'sending' || stage === 'uploading'
  const trap = useRef('')
  // The button was pressed once more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (attempt === undefined || isUnderWay) return
    trap.current = new FormData(attempt.element).get('website')?.toString() ?? ''
    void begin(needs, dispatch)
  }, [attempt])
  // Only a change of the stage runs this effect; it sends the values of that moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    formState.setBusy(isUnderWay)
    if (stage === 'sending') void send(needs, state, trap.current, dispatch)
  }, [stage])
  useEffect(() => {
    if (stage !== 'uploading') return
    if (upload.state === 'done') dispatch({ kind: 'uploaded' })
    if (upload.state === 'refused' || formState.file === undefined) dispatch({ kind: 'interrupted' })
  }, [stage, upload.state, formState.file])
  useResumed(stage === 'waiting', () => dispatch({ kind: 'resumed' }))
  return { state, wait: () => dispatch({ kind: 'agreed' }), stay: () => dispatch({ kind: 'disagreed' }) }
}

type Dispatch = (event: SendingEvent) => void

async function begin({ formState, upload, words }: SendingNeeds, dispatch: Dispatch): Promise<void> {
  const { definition, form, file, setFileError } = formState
  const isMissing = file === undefined && definition.file !== undefined && !definition.file.optional
  if (isMissing) setFileError(words.file('required'))
  if (!(await form.attempt())) return
  // The focus moves to the file, whose error is shown already.
  if (isMissing || upload.state === 'refused') return form.fail()
  dispatch({ kind: 'started', isUploaded: file === undefined || upload.state === 'done' })
}

async function send(needs: SendingNeeds, state: SendingState, trap: string, dispatch: Dispatch): Promise<void> {
  const { formState, draft } = needs
  try {
    const body = await bodyOf(needs, state, trap)
    const { number } = await api.post<{ number: string }>(`/api/message/${formState.name}`, body, { loading: true })
    dispatch({ kind: 'arrived' })
    draft.drop()
    formState.setNumber(number)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 0) return dispatch({ kind: 'unreached' })
    dispatch({ kind: 'refused', refusal: refusalOf(error, formState.definition), isDoubted: error.field === 'captcha' })
    markFaults(error, needs, (rule) => {
      // The origin has forgotten the file.
      if (rule === 'arrived' && mayResend(state) && needs.upload.again()) dispatch({ kind: 'resent' })
      else refuseFile(rule, needs)
    })
  }
}

async function bodyOf({ formState, draft, captchaId }: SendingNeeds, { doubts }: SendingState, trap: string) {
  const { definition, form, file } = formState
  const fields = Object.fromEntries(
    definition.fields.flatMap(({ name, kind }) => {
      const answer = answerIn(kind, form.values[name] ?? '')
      return answer.length === 0 ? [] : [[name, answer]]
    }),
  )
  const url = file === undefined ? undefined : draft.known?.url
  const message = { fields, ...(url === undefined ? {} : { upload: uploadId(url) }) }
  const solved: Record<string, string> =
    doubts > 0 ? { captchaId: captchaId.current ?? '', captcha: form.values['captcha']?.trim() ?? '' } : {}
  const key = draft.keyFor(JSON.stringify(message))
  return { key, ...message, consent: await privacyVersion(), website: trap, ...solved }
}

/** The version of the text about personal data that is in force; '' on a site that has none. */
async function privacyVersion(): Promise<string> {
  const protocols = await getProtocols()
  return protocols.find(({ key }) => key === 'privacy')?.version ?? ''
}

/** Shows beside each question why the origin refuses its answer. */
function markFaults(error: ApiError, { formState, check, words }: SendingNeeds, onFile: (rule: Rule) => void): void {
  const { definition, form } = formState
  if (error.field === 'captcha') form.set('captcha', '')
  else if (error.field === 'agreements') {
    form.set('consent', '')
    form.refuse('consent', words.changed)
  }
  for (const { name, rule } of faultsIn(error)) {
    const question = definition.fields.find((question) => question.name === name)
    if (question !== undefined) form.refuse(name, check.rule(question, rule))
    else if (name === 'file') onFile(rule)
  }
}

function refuseFile(rule: Rule, { formState, upload, words }: SendingNeeds): void {
  if (formState.file !== undefined) upload.refuse(rule)
  else formState.setFileError(words.file(rule))
  formState.form.fail()
}
