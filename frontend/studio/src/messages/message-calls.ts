// The calls about messages, which the site's backend answers. Numbers and searched words are in
// bodies: no address, and so no log or history, has them.

import { i18n } from '@lingui/core'
import { CallError } from '../api.ts'

/** How far a message has come. */
export type MessageState = 'received' | 'done' | 'withdrawn'

/** A message in the list. `language`: that of the sender, and of the answers. */
export type MessageSketch = {
  number: string
  form: string
  language: string
  receivedAt: string
  state: MessageState
  name: string
  firstLine: string
  hasFile: boolean
}

/** A form of the site, with its title in the studio's language. */
export type FormName = { name: string; title: string }

/** Some of the messages; `next` leads to those after them. */
export type MessageList = { messages: MessageSketch[]; next?: string; forms: FormName[] }

/** A file that came along. `saveAs`: a plain name; `scan`: the verdict of a virus scanner. */
export type MessageFile = {
  name: string
  saveAs: string
  mediaType: string
  size: number
  scan: 'off' | 'pending' | 'clean' | 'infected'
}

/** A message with all its answers. `consent`: the version of the privacy text that was accepted. */
export type MessageDetail = {
  number: string
  form: string
  language: string
  receivedAt: string
  state: MessageState
  stateAt: string
  email: string
  consent: string
  answers: { name: string; label: string; text: string }[]
  file?: MessageFile
}

/** The messages that a list has; empty values are no condition. */
export type MessageFilter = { form: string; state: MessageState | ''; text: string }

/** A format of exported messages. */
export type ExportFormat = 'csv' | 'json'

/** Messages of a filter, from the place on that a list named. */
export const listMessages = ({ form, state, text }: MessageFilter, after?: string) =>
  data<MessageList>('list', {
    ...(form !== '' && { form }),
    ...(state !== '' && { state }),
    text,
    ...(after !== undefined && { after }),
  })

/** A message, for reading. */
export const showMessage = (number: string) => data<MessageDetail>('show', { number })

/** Marks a message as done, or as open again, or deletes it for good. */
export const actOnMessage = (act: 'done' | 'reopen' | 'purge', number: string) => data<null>(act, { numbers: [number] })

/** The file of a message. */
export const fetchFile = async (number: string) => (await send('file', { number })).blob()

/** All messages of a form, or of all forms. */
export const fetchExport = async (form: string, format: ExportFormat) =>
  (await send('export', { format, ...(form !== '' && { form }) })).blob()

async function data<T>(call: string, body: object): Promise<T> {
  const envelope = await (await send(call, body)).json()
  return envelope.data as T
}

async function send(call: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', language: i18n.locale.startsWith('zh') ? 'zh' : 'en' }
  const init: RequestInit = { method: 'POST', headers, credentials: 'same-origin', body: JSON.stringify(body) }
  const response = await fetch(`/api/messages/${call}`, init).catch((error: unknown) => {
    throw new CallError(0, String(error), null)
  })
  if (response.ok) return response
  const envelope = await response.json().catch(() => null)
  throw new CallError(response.status, envelope?.msg ?? response.statusText, null)
}
