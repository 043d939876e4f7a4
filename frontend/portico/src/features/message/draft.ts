// The draft of a message form, until it is sent: leaving the page, another language, a reload and a
// crash lose none of it. Consent is given to the final message, so it is asked for again.

import type { Keep } from '#/lib/storage.ts'
import type { ChosenFile } from './form-definition.ts'

/**
 * How long a draft is kept, in milliseconds: names and addresses should not stay in a shared
 * browser for longer than a day. The origin does not keep an upload without a message for longer
 * either.
 */
export const DRAFT_LIFE_MS = 24 * 60 * 60 * 1_000

export type Draft = {
  /** The key by which the origin recognises a repetition of the message. */
  key: string
  texts: Record<string, string>
  /** When each text, also one that was emptied, was changed last, in milliseconds. */
  changed?: Record<string, number>
  /** The file, and where the origin has it, in part or, when `done`, all of it. */
  file?: ChosenFile & { url?: string; done?: boolean }
  /** The message as it was sent, if it is unknown whether it arrived. */
  tried?: string
}

export const keyOf = (form: string) => `portico-draft ${form}`

export function keepDraft(keep: Keep, form: string, draft: Draft): void {
  keep.set(keyOf(form), JSON.stringify({ ...draft, at: Date.now() }))
}

export function dropDraft(keep: Keep, form: string): void {
  keep.remove(keyOf(form))
}

export function keptDraft(keep: Keep, form: string): Draft | undefined {
  return draftIn(keep.get(keyOf(form)), Date.now())
}

/** A draft that is young enough; undefined if the value is not a draft. PURE. */
export function draftIn(stored: string | null, now: number): Draft | undefined {
  try {
    const { at, key, texts, changed, file, tried } = JSON.parse(stored ?? '') as Draft & { at: number }
    if (!(now - at < DRAFT_LIFE_MS) || typeof key !== 'string' || key === '') return undefined
    const written = Object.entries(texts).filter(([, text]) => typeof text === 'string' && text !== '')
    return {
      key,
      texts: Object.fromEntries(written),
      ...timesIn(changed),
      ...fileIn(file),
      ...(typeof tried === 'string' ? { tried } : {}),
    }
  } catch {
    return undefined
  }
}

function timesIn(changed: Draft['changed']): Pick<Draft, 'changed'> {
  if (typeof changed !== 'object' || changed === null) return {}
  return { changed: Object.fromEntries(Object.entries(changed).filter(([, time]) => typeof time === 'number')) }
}

function fileIn(file: Draft['file']): Pick<Draft, 'file'> {
  if (typeof file?.name !== 'string' || typeof file.size !== 'number' || typeof file.lastModified !== 'number') return {}
  const { name, size, lastModified, url, done } = file
  if (typeof url !== 'string') return { file: { name, size, lastModified } }
  return { file: { name, size, lastModified, url, done: done === true } }
}

/** Consent is given to the final message, and a captcha is used once: both are asked for again. */
export function textsOf(values: Record<string, string>): Draft['texts'] {
  const isKept = ([name, text]: [string, string]) => text !== '' && name !== 'consent' && name !== 'captcha'
  return Object.fromEntries(Object.entries(values).filter(isKept))
}
