// The file that is edited as a whole. A text that is not saved is kept in the browser's storage.

import { create } from 'zustand'
import { CallError, type ContentFile, type Problem } from '../api.ts'
import { api, refuse } from '../state/calls.ts'
import { forgetDrafts, keepDraft, readDrafts } from '../state/drafts.ts'
import { forgetFiles } from '../state/entries.ts'
import { loadPage } from '../state/pages.ts'
import { ensureSet } from '../state/sets.ts'
import { useStudio } from '../state/store.ts'

/** The saved file, and the typed text. `opened` counts the texts that the editor began with. */
export type TextFile = {
  file: ContentFile | null
  text: string
  opened: number
  problems: Problem[]
  isSaving: boolean
  /** Whether the text is one that an earlier page did not save. */
  isKept: boolean
  theirs: ContentFile | null
}

const CLOSED: TextFile = { file: null, text: '', opened: 0, problems: [], isSaving: false, isKept: false, theirs: null }

/** Where the text of a whole file is kept among the drafts of its places. */
const WHOLE = 'whole:'

/** The state of the editor. */
export const useTextFile = create<TextFile>(() => CLOSED)

const { getState, setState } = useTextFile

/** Whether something is typed that is not saved. */
export const isDirty = ({ file, text }: TextFile = getState()): boolean => file?.text != null && file.text !== text

/** Reads a file, and a text of it that was not saved. */
export async function openFile(path: string): Promise<void> {
  const { setId } = useStudio.getState()
  if (getState().isSaving) return
  try {
    const file = await api.file(setId, path)
    if (useStudio.getState().setId !== setId || getState().isSaving) return
    const kept = readDrafts(`${WHOLE}${setId}`, path).text
    const isKept = typeof kept === 'string' && kept !== file.text
    const problems = useStudio.getState().pageProblems.filter((problem) => problem.file === `content/${path}`)
    setState(({ opened }) => ({
      ...CLOSED,
      file,
      problems,
      isKept,
      text: isKept ? kept : (file.text ?? ''),
      opened: opened + 1,
    }))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    refuse(error)
  }
}

/** Forgets the file; its unsaved text is kept. */
export const closeFile = (): void => setState(({ opened }) => ({ ...CLOSED, opened }))

/** Takes a typed text; `isNew` shows it in the editor, too. */
export function typeText(text: string, isNew = false): void {
  const { file, opened, isKept } = getState()
  if (file === null) return
  setState({ text, opened: isNew ? opened + 1 : opened, isKept: isNew ? false : isKept })
  const set = `${WHOLE}${useStudio.getState().setId}`
  if (text === file.text) forgetDrafts(set, file.path)
  else keepDraft(set, file.path, 'text', text)
}

/** Saves the text, in a new change set if there is none. */
export async function saveFile(): Promise<void> {
  const { file, text, isSaving } = getState()
  if (file === null || isSaving || !isDirty()) return
  setState({ isSaving: true, theirs: null })
  const before = useStudio.getState().setId
  try {
    const setId = await ensureSet()
    keepDraft(`${WHOLE}${setId}`, file.path, 'text', text)
    const answer = await api.edit(setId, file.path, file.version, [{ kind: 'text', text }], null)
    setState({ problems: answer.problems })
    if (!answer.saved) return
    setState({ file: { ...file, version: answer.version, text }, isKept: false })
    for (const set of [before, setId]) forgetDrafts(`${WHOLE}${set}`, file.path)
    forgetFiles([file.path])
    await loadPage()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status === 409 && error.data !== null) setState({ theirs: error.data as ContentFile })
    else refuse(error)
  } finally {
    setState({ isSaving: false })
  }
}

/** Decides between the typed text and another editor's. */
export async function takeVersion(choice: 'mine' | 'theirs'): Promise<void> {
  const { theirs } = getState()
  if (theirs === null) return
  setState({ file: theirs, theirs: null })
  if (choice === 'mine') await saveFile()
  else typeText(theirs.text ?? '', true)
}
