// Restores the draft of a form, and stores it from then on.

import { useEffect, useRef, useState } from 'react'
import { randomId } from '#/lib/random-id.ts'
import { type Keep, keepOf } from '#/lib/storage.ts'
import { useSite } from '#/page/page.tsx'
import { type Draft, draftIn, dropDraft, keepDraft, keptDraft, keyOf, textsOf } from '../draft.ts'
import type { ChosenFile } from '../form-definition.ts'
import type { FormState } from '../form-state.ts'
import { dropFile, isSameFile, keepFile, keptFile } from './kept-file.ts'
import { mergedDraft } from './merged-draft.ts'

export type KeptDraft = {
  /** The browser's stored draft has been read. */
  isKnown: boolean
  /** A text of an earlier visit was restored. */
  isRestored: boolean
  /**
   * The file, and where the origin has it. If none is chosen now, the browser has lost the bytes of
   * this one.
   */
  known: Draft['file'] | undefined
  setKnown: (file: Draft['file'] | undefined) => void
  /** The key under which `message` is sent: the same one only for the same message. */
  keyFor: (message: string) => string
  /** The message is with the origin. */
  drop: () => void
}

/** How the message is known, and was last tried. */
type Sending = { key: string; tried?: string | undefined; isDropped: boolean }

/** The texts as this tab, or another one, has changed them, and when. */
type Known = Required<Pick<Draft, 'texts' | 'changed'>>

export function useDraft(formState: FormState): KeptDraft {
  const { runtime } = useSite()
  const keep = keepOf(runtime.storage)
  const { name, form, since, file, setFile } = formState
  const [state, setState] = useState({ isKnown: false, isRestored: false })
  const [known, setKnown] = useState<Draft['file']>()
  const sending = useRef<Sending>({ key: '', isDropped: false })
  const texts = useRef<Known>({ texts: {}, changed: {} })
  const hadFile = useRef(false)
  /** Takes over a draft that another tab, or an earlier visit, has changed later than this one. */
  const take = (draft: Draft) => {
    const { texts: mine, changed } = texts.current
    const merged = mergedDraft({ key: draft.key, texts: mine, changed }, draft)
    texts.current = { texts: merged.texts, changed: merged.changed ?? {} }
    for (const field of Object.keys(form.values)) {
      const text = merged.texts[field] ?? ''
      if (text !== (mine[field] ?? '')) form.set(field, text)
    }
  }
  const latest = useRef(take)
  latest.current = take
  const restore = async () => {
    const draft = keptDraft(keep, name)
    sending.current = { key: draft?.key ?? randomId(), tried: draft?.tried, isDropped: false }
    // Text that was typed before the draft was read is newer.
    texts.current = knownOf(textsOf(form.values), { texts: {}, changed: {} })
    if (draft !== undefined) take(draft)
    if (draft?.file !== undefined && file === undefined) {
      setKnown(draft.file)
      const bytes = await keptFile(name)
      if (bytes !== undefined || draft.file.done) setFile(bytes ?? draft.file)
    }
    setState({
      isKnown: true,
      isRestored: draft !== undefined && (draft.file !== undefined || hasTextBefore(draft, since)),
    })
  }
  // Once: a later stored draft is this form's own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void restore(), [])
  const draft = JSON.stringify({ texts: textsOf(form.values), file: fileOf(file, known) })
  useEffect(() => {
    const { isDropped, ...rest } = sending.current
    if (!state.isKnown || isDropped) return
    const mine = JSON.parse(draft) as Pick<Draft, 'texts' | 'file'>
    texts.current = knownOf(mine.texts, texts.current)
    const merged = mergedDraft({ ...rest, ...mine, changed: texts.current.changed }, keptDraft(keep, name))
    // A file of the other tab stays, except one that is removed here.
    const isTakenBack = hadFile.current && mine.file === undefined
    hadFile.current = mine.file !== undefined
    const { file: _, ...withoutFile } = merged
    save(keep, name, isTakenBack ? withoutFile : merged)
  }, [keep, name, state.isKnown, draft])
  useEffect(() => {
    const listen = ({ key, newValue }: StorageEvent) => {
      if (key !== keyOf(name)) return
      const other = draftIn(newValue, Date.now())
      // Sent by the other tab: the text that is left here is another message.
      if (other === undefined) sending.current = { ...sending.current, key: randomId(), tried: undefined }
      else latest.current(other)
    }
    addEventListener('storage', listen)
    return () => removeEventListener('storage', listen)
  }, [name])
  useEffect(() => {
    // A browser that forgets drafts with the tab should keep no file for longer.
    if (file instanceof File && runtime.storage !== 'session') void keepFile(name, file)
    else if (state.isKnown && file === undefined) void dropFile(name)
  }, [name, file, state.isKnown, runtime.storage])
  return {
    ...state,
    known,
    setKnown,
    keyFor: (message) => {
      const { key, tried } = sending.current
      // A draft that changed since an attempt to send it is another message, and so is one that
      // another tab has sent meanwhile: under the old key it would count as a repetition, and be
      // lost.
      const isAnother = (tried !== undefined && tried !== message) || keptDraft(keep, name)?.key !== key
      sending.current = { key: isAnother ? randomId() : key, tried: message, isDropped: false }
      keepDraft(keep, name, { ...JSON.parse(draft), changed: texts.current.changed, key: sending.current.key, tried: message })
      return sending.current.key
    },
    drop: () => {
      sending.current.isDropped = true
      dropDraft(keep, name)
      void dropFile(name)
    },
  }
}

/** Texts that differ from those that were known have changed now. */
function knownOf(texts: Draft['texts'], { texts: before, changed }: Known): Known {
  const fields = new Set([...Object.keys(texts), ...Object.keys(before)])
  const fresh = [...fields].filter((field) => (texts[field] ?? '') !== (before[field] ?? ''))
  return { texts, changed: { ...changed, ...Object.fromEntries(fresh.map((field) => [field, Date.now()])) } }
}

function fileOf(file: ChosenFile | undefined, known: Draft['file']): Draft['file'] {
  if (file === undefined || (known !== undefined && isSameFile(file, known))) return known
  return { name: file.name, size: file.size, lastModified: file.lastModified }
}

function save(keep: Keep, name: string, draft: Draft): void {
  if (draft.file === undefined && Object.keys(draft.texts).length === 0) dropDraft(keep, name)
  else keepDraft(keep, name, draft)
}

/** Whether the draft has a text that was written before `since`. */
function hasTextBefore({ texts, changed }: Draft, since: number): boolean {
  return Object.keys(texts).some((field) => (changed?.[field] ?? 0) < since)
}
