// The state of the studio: the page, the choices, and the texts that are not saved yet.

import { create } from 'zustand'
import { type ChangeSet, type ContentFile, LIVE, type Page, type Problem, type StudioInfo, type Value } from '../api.ts'
import type { Lines } from '../lib/lines.ts'
import type { Drafts } from './drafts.ts'
import type { Target } from './target.ts'

/**
 * A file with a change of another editor in between, and the editor's own value. `lines`: those of
 * the block in the other version.
 */
export type Conflict = { key: string; target: Target; lines: Lines; mine: Value | undefined; theirs: ContentFile }

/** How far the last change came. */
export type Saving = 'none' | 'sending' | 'saved' | 'offline' | 'refused'

/** Width of the shown page in pixels; null: all of the window. */
export type FrameWidth = 390 | 768 | null

/** A text of the shown page, and its place. */
export type PageText = { target: Target; words: string }

/** The state. Values by key have the key of a target. */
export type StudioState = {
  info: StudioInfo | null
  sets: ChangeSet[]
  setId: string
  path: string
  /** Whether the page is shown as it is on the site, without the changes of the set. */
  showsBefore: boolean
  page: Page | null
  /** Whether a page is on its way. */
  isLoading: boolean
  /** Why the site cannot be built, or a page not be shown. */
  pageProblems: Problem[]
  files: { [path: string]: ContentFile }
  /** Values that were typed and not saved yet; null for a value that is taken out. */
  typed: { [key: string]: Value }
  problems: { [key: string]: Problem[] }
  /** Texts of files that an earlier page did not save. */
  offered: { [path: string]: Drafts }
  selected: Target | null
  /** Markdown of the selected block as it was when it was opened; null until it is read. */
  blockText: string | null
  /** The target that the list of texts points at. */
  pointed: Target | null
  /** The texts of the shown page that can be changed, in their order. */
  texts: PageText[]
  conflict: Conflict | null
  saving: Saving
  /** A refusal that no single field has. */
  refusal: { status: number; message: string } | null
  /** Whether the last click met words that no file of the content has. */
  metSiteWords: boolean
  /** Whether the clicked text was another one meanwhile, and the page was read anew. */
  metNewText: boolean
  /** Whether a click on a link opens its page, instead of opening its text. */
  followsLinks: boolean
  frameWidth: FrameWidth
  panelIsOpen: boolean
}

/** The state before anything is loaded. */
export const EMPTY: StudioState = {
  info: null,
  sets: [],
  setId: LIVE,
  path: '/',
  showsBefore: false,
  page: null,
  isLoading: false,
  pageProblems: [],
  files: {},
  typed: {},
  problems: {},
  offered: {},
  selected: null,
  blockText: null,
  pointed: null,
  texts: [],
  conflict: null,
  saving: 'none',
  refusal: null,
  metSiteWords: false,
  metNewText: false,
  followsLinks: false,
  frameWidth: null,
  panelIsOpen: true,
}

/** The one store. Actions are functions of the modules beside it. */
export const useStudio = create<StudioState>(() => EMPTY)

/** The current change set; undefined for the content as it is. */
export const currentSet = ({ sets, setId }: StudioState): ChangeSet | undefined => sets.find(({ id }) => id === setId)

/** Whether the current set is on its way to the site, and its texts stay as they are. */
export function isClosed(state: StudioState): boolean {
  const set = currentSet(state)
  return set?.state === 'scheduled' || set?.state === 'publishing'
}
