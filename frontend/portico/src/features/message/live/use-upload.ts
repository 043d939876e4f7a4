// The upload of the chosen file: started at once, continued by itself when a connection is back.

import { useEffect, useRef, useState } from 'react'
import type { Rule } from '#/enumerations/rule.gen.ts'
import { useSite } from '#/page/page.tsx'
import { useBusy } from '#/state/busy.ts'
import { type ChosenFile, fileFault } from '../form-definition.ts'
import type { FormState } from '../form-state.ts'
import { isSameFile } from './kept-file.ts'
import { forget, type Transfer, transfer } from './transfer.ts'
import type { KeptDraft } from './use-draft.ts'

/** While the origin is not reached, the upload is retried this often, in milliseconds. */
const TRY_AGAIN_MS = 5_000

export type FileUpload = {
  state: 'none' | 'running' | 'paused' | 'done' | 'refused'
  /** Bytes that the origin has. */
  sent: number
  /** Removes the file. */
  remove: () => void
  /** The origin has forgotten it: sends it once more. False if its bytes are not here. */
  again: () => boolean
  /** The origin refuses it: it breaks a rule. */
  refuse: (rule: Rule) => void
}

/** `words` has the reason why a file is not taken; without a rule, that there is none. */
export function useUpload(formState: FormState, draft: KeptDraft, words: (rule?: Rule) => string): FileUpload {
  const { runtime } = useSite()
  const { name, definition, file, setFile, setFileError } = formState
  const [state, setState] = useState<FileUpload['state']>('none')
  const [sent, setSent] = useState(0)
  const running = useRef<Transfer>(undefined)
  useBusy(state === 'running')

  const begin = (bytes: File, url: string | undefined) => {
    const { name: title, size, lastModified } = bytes
    let address = url
    const known = (done: boolean) =>
      draft.setKnown({ name: title, size, lastModified, ...(address === undefined ? {} : { url: address }), done })
    setState('running')
    running.current = transfer(
      { file: bytes, form: name, base: runtime.apiBase, url },
      {
        onAddress: (url) => {
          address = url
          known(false)
        },
        onProgress: (sent) => {
          setSent(sent)
          setState('running')
        },
        onDone: () => {
          setState('done')
          known(true)
        },
        onPause: () => setState('paused'),
        onRefused: (message) => {
          setState('refused')
          setFileError(message || words())
        },
      },
    )
  }
  /** Deletes the origin's part of another file, once. */
  const leave = () => {
    if (draft.known?.url !== undefined) void forget(draft.known.url)
    draft.setKnown(undefined)
  }
  const start = (chosen: ChosenFile) => {
    const known = draft.known !== undefined && isSameFile(draft.known, chosen) ? draft.known : undefined
    if (known === undefined) leave()
    const fault = definition.file && fileFault(definition.file, chosen)
    if (fault !== undefined) {
      setState('refused')
      setFileError(words(fault))
    } else if (known?.done) setState('done')
    else if (chosen instanceof File) begin(chosen, known?.url)
  }
  // Another file is another upload. Its known facts change during the upload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!draft.isKnown) return
    setFileError(undefined)
    setSent(0)
    if (file === undefined) setState('none')
    else start(file)
    return () => running.current?.stop()
  }, [file, draft.isKnown])
  useResumed(state === 'paused', () => running.current?.resume())

  return {
    state,
    sent: state === 'done' ? (file?.size ?? 0) : sent,
    remove: () => {
      running.current?.stop()
      leave()
      setFile(undefined)
    },
    again: () => {
      draft.setKnown(undefined)
      if (!(file instanceof File)) return false
      begin(file, undefined)
      return true
    },
    refuse: (rule) => {
      // The origin has no part of a file that did not arrive.
      if (rule === 'arrived') draft.setKnown(undefined)
      else leave()
      setState('refused')
      setFileError(words(rule))
    },
  }
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
