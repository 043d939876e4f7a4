// Sending one of the message forms: fields and file as multipart, once, with a key by which the
// origin knows a repetition.

import { api } from '@portico/app/api/client.ts'
import { ApiError } from '@portico/app/api/errors.ts'
import { randomId } from '@portico/app/lib/random-id.ts'
import { useBusy } from '@portico/app/state/busy.ts'
import type { Form } from '@portico/app/ui/form/use-form.ts'
import { useState } from 'react'
import { useDraft } from './use-draft.ts'
import { type Answer, useUnsent } from './use-unsent.ts'

/**
 * `open`: being written · `sending` · `failed`: still here, to be sent again · `sent`: the origin
 * has it.
 */
export type MessageState = 'open' | 'sending' | 'failed' | 'sent'

/** Nothing came back, or a refusal did. */
export type MessageFailure = 'connection' | 'refused'

export type Message = {
  state: MessageState
  /** Why it could not be sent, while it could not. */
  failure: MessageFailure | undefined
  /** The text that is shown was written on an earlier visit to the page. */
  restored: boolean
  /** Answers the question whether to leave, while it is open. */
  leave: Answer | undefined
  /** Sends the form's fields. Where that fails, everything entered stays. */
  send: (form: HTMLFormElement) => Promise<void>
}

export type MessagePath = '/api/message/bp' | '/api/message/work'

export function useMessage<Name extends string>(path: MessagePath, form: Form<Name>, file: File | undefined): Message {
  const [state, setState] = useState<MessageState>('open')
  const [failure, setFailure] = useState<MessageFailure>()
  const [key, setKey] = useState('')
  const unsent = state !== 'sent' && (form.dirty || file !== undefined)
  useBusy(state === 'sending' || unsent)
  const restored = useDraft(path, form, state === 'sent')
  const leave = useUnsent(unsent, file !== undefined)
  const send = async (element: HTMLFormElement) => {
    // The same key for every attempt at the same message, so that a repeated one is not taken
    // twice.
    const attempt = key === '' ? randomId() : key
    setKey(attempt)
    const fields = new FormData(element)
    fields.set('idempotencyKey', attempt)
    setState('sending')
    setFailure(undefined)
    try {
      await api.postFile<{ id: string }>(path, fields, { loading: true })
      setState('sent')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.status === 0 ? 'connection' : 'refused')
      setState('failed')
    }
  }
  return { state, failure, restored, leave, send }
}
