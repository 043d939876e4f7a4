// Sending one of the message forms: fields and file as multipart, once, with a key by which the origin knows a repetition.

import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '#/api/client.ts'
import { ApiError } from '#/api/errors.ts'
import { useBusy } from '#/features/busy/busy.ts'
import { toast } from '#/features/toasts/toasts.ts'
import { randomId } from '#/lib/random-id.ts'

/** `open`: being written · `sending` · `sent`: the origin has it. */
export type MessageState = 'open' | 'sending' | 'sent'

export type Message = {
  state: MessageState
  /** Sends the form's fields. A refusal is said in a toast, and everything entered stays. */
  send: (form: HTMLFormElement) => Promise<void>
}

export function useMessage(path: '/api/message/bp' | '/api/message/work', dirty: boolean): Message {
  const { t } = useLingui()
  const [state, setState] = useState<MessageState>('open')
  const [key, setKey] = useState('')
  useBusy(state === 'sending' || (state === 'open' && dirty))
  const send = async (form: HTMLFormElement) => {
    // The same key for every attempt at the same message, so that a repeated one is not taken twice.
    const attempt = key === '' ? randomId() : key
    setKey(attempt)
    const fields = new FormData(form)
    fields.set('idempotencyKey', attempt)
    setState('sending')
    try {
      await api.postFile<{ id: string }>(path, fields, { loading: true })
      setState('sent')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(
        error.status === 0
          ? t`The message could not be sent: no connection. What you entered is still here.`
          : t`The message could not be sent. What you entered is still here; please try again later or write to us by e-mail.`,
      )
      setState('open')
    }
  }
  return { state, send }
}
