// Sending a message: the answers, the file that the origin has already, and a key by which the
// origin recognises a repetition.

import { type RefObject, useEffect, useRef, useState } from 'react'
import { getProtocols } from '#/api/calls.ts'
import { api } from '#/api/client.ts'
import { ApiError } from '#/api/errors.ts'
import type { Rule } from '#/enumerations/rule.gen.ts'
import { answerIn } from '#/ui/form/field-rules.ts'
import type { Check } from '#/ui/form/rules/check.ts'
import type { Attempt, FormState } from '../form-state.ts'
import { faultsIn, type Refusal, refusalOf } from './refusal.ts'
import { uploadId } from './transfer.ts'
import type { KeptDraft } from './use-draft.ts'
import { type FileUpload, useResumed } from './use-upload.ts'

/**
 * `open`: being written · `uploading`: is sent when the upload is complete · `sending` · `offline`:
 * the origin was not reached, and the sender is asked · `waiting`: is sent when the origin is
 * reached · `failed`: the origin does not take it now · `sent`
 */
type Stage = 'open' | 'uploading' | 'sending' | 'offline' | 'waiting' | 'failed' | 'sent'

export type Sending = {
  stage: Stage
  /** Why the origin does not take it. */
  refusal: Refusal | undefined
  /** How often the origin asked for a captcha. */
  doubts: number
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

/** How often a file that the origin has forgotten is sent again by itself. */
const MOST_RESENDS = 2

export function useSending({ formState, draft, upload, check, captchaId, attempt, words }: SendingNeeds): Sending {
  const { definition, form, file, setBusy, setFileError, setNumber } = formState
  const [stage, setStage] = useState<Stage>('open')
  const [refusal, setRefusal] = useState<Refusal>()
  const [doubts, setDoubts] = useState(0)
  const trap = useRef('')
  const agreed = useRef(false)
  const resends = useRef(0)
  const agree = (isAgreed: boolean) => {
    agreed.current = isAgreed
    setStage(isAgreed ? 'waiting' : 'offline')
  }

  const begin = async ({ element }: Attempt) => {
    trap.current = new FormData(element).get('website')?.toString() ?? ''
    const isMissing = file === undefined && definition.file !== undefined && !definition.file.optional
    if (isMissing) setFileError(words.file('required'))
    if (!(await form.attempt())) return
    // The focus moves to the file, whose error is shown already.
    if (isMissing || upload.state === 'refused') return form.fail()
    agreed.current = false
    resends.current = 0
    setRefusal(undefined)
    setStage(file === undefined || upload.state === 'done' ? 'sending' : 'uploading')
  }
  // The button was pressed once more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (attempt !== undefined && stage !== 'sending' && stage !== 'uploading') void begin(attempt)
  }, [attempt])
  const send = async () => {
    try {
      const { number } = await api.post<{ number: string }>(`/api/message/${formState.name}`, await body(), { loading: true })
      setStage('sent')
      draft.drop()
      setNumber(number)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refuse(error)
    }
  }
  const body = async () => {
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
    return {
      key: draft.keyFor(JSON.stringify(message)),
      ...message,
      consent: await privacyVersion(),
      website: trap.current,
      ...solved,
    }
  }
  const refuse = (error: ApiError) => {
    if (error.status === 0) return setStage(agreed.current ? 'waiting' : 'offline')
    setStage('failed')
    setRefusal(refusalOf(error, definition))
    if (error.field === 'captcha') {
      setDoubts(doubts + 1)
      form.set('captcha', '')
    } else if (error.field === 'agreements') {
      form.set('consent', '')
      form.refuse('consent', words.changed)
    }
    for (const { name, rule } of faultsIn(error)) {
      const question = definition.fields.find((question) => question.name === name)
      if (question !== undefined) form.refuse(name, check.rule(question, rule))
      else if (name === 'file') refuseFile(rule)
    }
  }
  const refuseFile = (rule: Rule) => {
    // The origin has forgotten the file.
    if (rule === 'arrived' && resends.current < MOST_RESENDS && upload.again()) {
      resends.current += 1
      setStage('uploading')
      return
    }
    if (file !== undefined) upload.refuse(rule)
    else setFileError(words.file(rule))
    form.fail()
  }
  // Only a change of the stage runs this effect; it sends the values of that moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    setBusy(stage === 'sending' || stage === 'uploading')
    if (stage === 'sending') void send()
  }, [stage])
  useEffect(() => {
    if (stage !== 'uploading') return
    if (upload.state === 'done') setStage('sending')
    if (upload.state === 'refused' || file === undefined) setStage('open')
  }, [stage, upload.state, file])
  useResumed(stage === 'waiting', () => setStage('sending'))
  return { stage, refusal, doubts, wait: () => agree(true), stay: () => agree(false) }
}

/** The version of the text about personal data that is in force; '' on a site that has none. */
async function privacyVersion(): Promise<string> {
  const protocols = await getProtocols()
  return protocols.find(({ key }) => key === 'privacy')?.version ?? ''
}
