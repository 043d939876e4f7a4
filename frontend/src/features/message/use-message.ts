// Sending one of the message forms: fields and file as multipart, once, with a key by which the origin knows a repetition.

import { useState } from 'react'
import { api } from '#/api/client.ts'
import { ApiError } from '#/api/errors.ts'
import { useBusy } from '#/features/busy/busy.ts'
import { randomId } from '#/lib/random-id.ts'

/** `open`: being written · `sending` · `failed`: still here, to be sent again · `sent`: the origin has it. */
export type MessageState = 'open' | 'sending' | 'failed' | 'sent'

/** Nothing came back, or a refusal did. */
export type MessageFailure = 'connection' | 'refused'

export type Message = {
  state: MessageState
  /** Why it could not be sent, while it could not. */
  failure: MessageFailure | undefined
  /** Sends the form's fields. Where that fails, everything entered stays. */
  send: (form: HTMLFormElement) => Promise<void>
}

export function useMessage(path: '/api/message/bp' | '/api/message/work', dirty: boolean): Message {
  const [state, setState] = useState<MessageState>('open')
  const [failure, setFailure] = useState<MessageFailure>()
  const [key, setKey] = useState('')
  useBusy(state === 'sending' || (state !== 'sent' && dirty))
  const send = async (form: HTMLFormElement) => {
    // The same key for every attempt at the same message, so that a repeated one is not taken twice.
    const attempt = key === '' ? randomId() : key
    setKey(attempt)
    const fields = new FormData(form)
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
  return { state, failure, send }
}
