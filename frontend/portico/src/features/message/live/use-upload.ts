// The upload of the chosen file: started at once, continued by itself when a connection is back.
// `upload-state.ts` decides, this file acts.

import { useEffect, useReducer, useRef } from 'react'
import type { Rule } from '#/enumerations/rule.gen.ts'
import { useSite } from '#/page/page.tsx'
import { useBusy } from '#/state/busy.ts'
import { type ChosenFile, fileFault } from '../form-definition.ts'
import type { FormState } from '../form-state.ts'
import { isSameFile } from './kept-file.ts'
import { forget, type Transfer, type TransferEvents, transfer } from './transfer.ts'
import { NO_UPLOAD, nextUpload, type UploadEvent, type UploadState } from './upload-state.ts'
import type { KeptDraft } from './use-draft.ts'

/** While the origin is not reached, the upload is retried this often, in milliseconds. */
const TRY_AGAIN_MS = 5_000

export type FileUpload = UploadState & {
  /** Removes the file. */
  remove: () => void
  /** The origin has forgotten it: sends it once more. False if its bytes are not here. */
  again: () => boolean
  /** The origin refuses it: it breaks a rule. */
  refuse: (rule: Rule) => void
}

/** The reason why a file is not taken; without a rule, that there is none. */
type Words = (rule?: Rule) => string

export function useUpload(formState: FormState, draft: KeptDraft, words: Words): FileUpload {
  const { runtime } = useSite()
  const { definition, file, setFile, setFileError } = formState
  const [{ state, sent }, dispatch] = useReducer(nextUpload, NO_UPLOAD)
  const running = useRef<Transfer>(undefined)
  useBusy(state === 'running')

  const begin = (bytes: File, url: string | undefined) => {
    const onRefused = (message: string) => setFileError(message || words())
    const events = reportsOf(bytes, url, draft, dispatch, onRefused)
    running.current = transfer({ file: bytes, form: formState.name, base: runtime.apiBase, url }, events)
  }
  const start = (chosen: ChosenFile) => {
    const known = draft.known !== undefined && isSameFile(draft.known, chosen) ? draft.known : undefined
    if (known === undefined) dropKnown(draft)
    const fault = definition.file && fileFault(definition.file, chosen)
    const isSendable = fault === undefined && !known?.done && chosen instanceof File
    if (fault !== undefined) setFileError(words(fault))
    dispatch({ kind: 'chosen', state: fault !== undefined ? 'refused' : known?.done ? 'done' : isSendable ? 'running' : 'none' })
    if (isSendable) begin(chosen, known?.url)
  }
  // Another file is another upload. Its known facts change during the upload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!draft.isKnown) return
    setFileError(undefined)
    if (file === undefined) dispatch({ kind: 'chosen', state: 'none' })
    else start(file)
    return () => running.current?.stop()
  }, [file, draft.isKnown])
  useResumed(state === 'paused', () => running.current?.resume())

  return {
    state,
    sent: state === 'done' ? (file?.size ?? 0) : sent,
    remove: () => {
      running.current?.stop()
      dropKnown(draft)
      setFile(undefined)
    },
    again: () => {
      draft.setKnown(undefined)
      if (!(file instanceof File)) return false
      dispatch({ kind: 'restarted' })
      begin(file, undefined)
      return true
    },
    refuse: (rule) => {
      // The origin has no part of a file that did not arrive.
      if (rule === 'arrived') draft.setKnown(undefined)
      else dropKnown(draft)
      dispatch({ kind: 'refused' })
      setFileError(words(rule))
    },
  }
}

/** The events of a transfer: each changes the state, and some the draft. */
function reportsOf(
  { name, size, lastModified }: File,
  url: string | undefined,
  draft: KeptDraft,
  dispatch: (event: UploadEvent) => void,
  onRefused: (message: string) => void,
): TransferEvents {
  let address = url
  const keep = (done: boolean) =>
    draft.setKnown({ name, size, lastModified, ...(address === undefined ? {} : { url: address }), done })
  return {
    onAddress: (url) => {
      address = url
      keep(false)
    },
    onProgress: (sent) => dispatch({ kind: 'progressed', sent }),
    onDone: () => {
      dispatch({ kind: 'completed' })
      keep(true)
    },
    onPause: () => dispatch({ kind: 'paused' }),
    onRefused: (message) => {
      dispatch({ kind: 'refused' })
      onRefused(message)
    },
  }
}

/** Deletes the origin's part of another file, once. */
function dropKnown(draft: KeptDraft): void {
  if (draft.known?.url !== undefined) void forget(draft.known.url)
  draft.setKnown(undefined)
}

/**
 * Calls `resume` when the connection is back, and at intervals: a browser does not notice every
 * change.
 */
export function useResumed(isWaiting: boolean, resume: () => void): void {
  const latest = useRef(resume)
  latest.current = resume
  useEffect(() => {
    if (!isWaiting) return
    const go = () => latest.current()
    const timer = setInterval(() => navigator.onLine && go(), TRY_AGAIN_MS)
    addEventListener('online', go)
    return () => {
      clearInterval(timer)
      removeEventListener('online', go)
    }
  }, [isWaiting])
}
