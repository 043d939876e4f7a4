// Texts that are not saved yet, kept across a reload per change set and file.

import type { Value } from '../api.ts'
import { keep, readKept } from '../lib/storage.ts'

/** Values by the keys of their targets, without the file. */
export type Drafts = { [place: string]: Value }

const keyFor = (set: string, file: string) => `portico-studio:${set}:${file}`

/** The texts of a file that an earlier page did not save. */
export function readDrafts(set: string, file: string): Drafts {
  try {
    return JSON.parse(readKept(keyFor(set, file)) ?? '{}')
  } catch {
    return {}
  }
}

/** Keeps the text of one place; undefined when it is saved. */
export function keepDraft(set: string, file: string, place: string, value: Value | undefined): void {
  const drafts = readDrafts(set, file)
  if (value === undefined) delete drafts[place]
  else drafts[place] = value
  keep(keyFor(set, file), Object.keys(drafts).length > 0 ? JSON.stringify(drafts) : null)
}

/** Forgets the texts of a file. */
export const forgetDrafts = (set: string, file: string): void => keep(keyFor(set, file), null)
