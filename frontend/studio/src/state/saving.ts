// Changes on their way to the server. A value stays in `typed`, and in the browser's storage, until
// the server has saved it.

import type { CallError, ContentFile, Edit, Value } from '../api.ts'
import { findBlock, hasWords, type Lines, linesFrom, linesIn, textAt, withLines } from '../lib/lines.ts'
import { withValue } from '../lib/pointer.ts'
import { api, refuse } from './calls.ts'
import { forgetDrafts, keepDraft, readDrafts } from './drafts.ts'
import { loadFile, loadPage, showPage } from './pages.ts'
import { SendQueue } from './queue.ts'
import { ensureSet } from './sets.ts'
import { useStudio } from './store.ts'
import { keyOf, type Target } from './target.ts'

const { getState, setState } = useStudio

/** Lines that a block under edit has now, by its key: they grow and shrink with its text. */
const ranges = new Map<string, Lines>()
/** The saved text of a block under edit, by its key. */
const blocks = new Map<string, string>()
/** Files whose lines may have moved since they were read. */
const changed = new Set<string>()
const targets = new Map<string, Target>()

const queue = new SendQueue({
  onState: (state) => {
    if (state !== 'idle') setState({ saving: state })
    else void settle()
  },
  onRefusal: (key, refusal) => meetRefusal(key, refusal),
})

/** Changes the value of a field or, as Markdown, of a block; undefined takes a field out. */
export function change(target: Target, value: Value | undefined): void {
  const list = typedAround(target)
  if (list !== undefined) {
    const whole = getState().typed[keyOf(list)] ?? null
    change(list, withValue(whole, target.field.slice(list.field.length), value))
    return
  }
  const key = keyOf(target)
  targets.set(key, target)
  if (target.field === '' && !ranges.has(key)) ranges.set(key, target.lines)
  // A list that is changed as a whole has the values that were typed in its items.
  for (const other of Object.keys(getState().typed).filter((each) => each.startsWith(`${key}/`))) {
    queue.drop(other)
    forget(other, getState().setId, targets.get(other) ?? target)
  }
  setState(({ typed }) => ({ typed: { ...typed, [key]: value ?? null } }))
  keepDraft(getState().setId, target.file, placeOf(target), value ?? null)
  queue.put(key, () => save(target, value))
}

/** A list or group around a field that is not saved: the server may not have its new items yet. */
function typedAround({ file, field }: Target): Target | undefined {
  const key = Object.keys(getState().typed).find((each) => field !== '' && `${file}#${field}`.startsWith(`${each}/`))
  return key === undefined ? undefined : { file, field: key.slice(file.length + 1), lines: [0, 0] }
}

/** The lines of a block under edit. */
export const linesOf = (target: Target): Lines => ranges.get(keyOf(target)) ?? target.lines

/**
 * Begins to edit a block of a file with this text, and returns its lines; none if another editor
 * has changed it since its page was shown.
 */
export function beginBlock(target: Target, text: string): Lines | undefined {
  const key = keyOf(target)
  const known = ranges.get(key)
  if (known !== undefined && (queue.has(key) || textAt(text, known) === blocks.get(key))) return known
  const block = target.text ?? textAt(text, target.lines)
  const lines = textAt(text, target.lines) === block ? target.lines : findBlock(text, block)
  if (lines !== undefined) ranges.set(key, lines)
  return lines
}

/** Sends the waiting changes at once. */
export const retry = (): void => queue.retry()

/** Decides a conflict: the editor's own value once more, or the other version. */
export async function decide(choice: 'mine' | 'theirs'): Promise<void> {
  const { conflict, setId } = getState()
  if (conflict === null) return
  const { key, target, mine, theirs } = conflict
  setState(({ files }) => ({ conflict: null, files: { ...files, [theirs.path]: theirs } }))
  if (choice === 'mine') change(target, mine)
  else {
    forget(key, setId, target)
    // The open editor has the editor's own text.
    setState({ selected: null })
  }
  queue.release()
  if (choice === 'theirs') await loadPage()
}

/** Takes up the texts of a file that an earlier page did not save, or forgets them. */
export function answerOffer(path: string, takes: boolean): void {
  const { setId } = getState()
  const drafts = readDrafts(setId, path)
  setState(({ offered }) => ({ offered: { ...offered, [path]: {} } }))
  if (!takes) forgetDrafts(setId, path)
  for (const [place, value] of takes ? Object.entries(drafts) : []) {
    if (place.startsWith('/')) change({ file: path, field: place, lines: [0, 0] }, value ?? undefined)
    // A block has its lines when it is opened.
    else setState(({ typed }) => ({ typed: { ...typed, [`${path}#${place}`]: value } }))
  }
}

const placeOf = (target: Target) => keyOf(target).slice(target.file.length + 1)

async function save(target: Target, value: Value | undefined): Promise<void> {
  const key = keyOf(target)
  const file = await fileFor(target)
  if (file === undefined) return
  const { setId, path } = getState()
  const { edit, lines } = editFor(target, value, file.text ?? '')
  const answer = await api.edit(setId, file.path, file.version, [edit], path)
  setState(({ problems }) => ({ problems: { ...problems, [key]: answer.problems } }))
  if (!answer.saved) return
  const fields = target.field === '' ? file.fields : withValue(file.fields ?? {}, target.field, value)
  setState(({ files }) => ({
    files: {
      ...files,
      [file.path]: {
        ...file,
        version: answer.version,
        fields: fields as ContentFile['fields'],
        text: edit.kind === 'lines' ? withLines(file.text ?? '', [edit.first, edit.last], edit.text) : file.text,
      },
    },
  }))
  if (!queue.has(key) && getState().typed[key] === (value ?? null)) forget(key, setId, target)
  if (lines !== null) {
    ranges.set(key, lines)
    blocks.set(key, String(value ?? ''))
  } else await moveBlocks(file)
  changed.add(file.path)
  if (answer.page !== null) showPage(answer.page)
  else await loadPage()
}

/** The target's file in the set of the change, which is new if there was none. */
async function fileFor(target: Target): Promise<ContentFile | undefined> {
  const before = getState().setId
  const set = await ensureSet()
  if (set !== before) {
    keepDraft(before, target.file, placeOf(target), undefined)
    keepDraft(set, target.file, placeOf(target), getState().typed[keyOf(target)])
  }
  if (set !== before || getState().files[target.file] === undefined) await loadFile(target.file)
  return getState().files[target.file]
}

/** The edit of a file with `text`, and the lines of the block after it; none for a field. */
function editFor(target: Target, value: Value | undefined, text: string): { edit: Edit; lines: Lines | null } {
  if (target.field !== '') {
    if (value === undefined) return { edit: { kind: 'removeField', field: target.field }, lines: null }
    return { edit: { kind: 'field', field: target.field, value }, lines: null }
  }
  const [first, last] = linesOf(target)
  const block = String(value ?? '')
  // A block whose lines are gone begins anew, apart from its neighbours.
  const isNew = last < first && block !== ''
  const before = isNew && hasWords(text, first - 1) ? '\n' : ''
  const after = isNew && hasWords(text, first) ? '\n\n' : ''
  return {
    edit: { kind: 'lines', first, last, text: before + block + after },
    lines: linesFrom(first + before.length, block),
  }
}

/** A field that grew or shrank moves the lines of the body's blocks. */
async function moveBlocks({ path, bodyLine }: ContentFile): Promise<void> {
  const moved = [...ranges].filter(([key]) => key.startsWith(`${path}#`))
  if (moved.length === 0 || bodyLine === null) return
  await loadFile(path)
  const by = (getState().files[path]?.bodyLine ?? bodyLine) - bodyLine
  for (const [key, [first, last]] of moved) ranges.set(key, [first + by, last + by])
}

/** Forgets a typed value: it is saved. */
function forget(key: string, setId: string, target: Target): void {
  setState(({ typed: { [key]: _, ...typed } }) => ({ typed }))
  keepDraft(setId, target.file, placeOf(target), undefined)
}

/** All is sent: lines of changed files are read anew. */
async function settle(): Promise<void> {
  const { typed, refusal, conflict } = getState()
  const isRefused = refusal !== null || conflict !== null || Object.keys(typed).length > 0
  setState({ saving: isRefused ? 'refused' : 'saved' })
  const paths = [...changed]
  changed.clear()
  await Promise.all(paths.map(loadFile))
}

function meetRefusal(key: string, refusal: CallError): void {
  const target = targets.get(key)
  if (refusal.status !== 409 || target === undefined || refusal.data === null) {
    refuse(refusal)
    return
  }
  queue.hold()
  const theirs = refusal.data as ContentFile
  findBlocks(theirs)
  const mine = getState().typed[key] ?? undefined
  setState({ conflict: { key, target, lines: linesOf(target), mine, theirs } })
}

/** Finds the lines of a file's blocks in another version of it. */
function findBlocks(theirs: ContentFile): void {
  const known = getState().files[theirs.path]?.text ?? ''
  for (const [key, lines] of ranges) {
    if (key.startsWith(`${theirs.path}#`)) ranges.set(key, linesIn(theirs.text ?? '', known, lines))
  }
}
