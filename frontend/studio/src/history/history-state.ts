// The state of the history.

import { create } from 'zustand'
import type { History, PastPage } from '../past.ts'
import type { Run } from '../review/job-run.ts'

/** The state. */
export type HistoryState = {
  /** Lines that are read so far; null until the first ones are. */
  history: History | null
  isLoading: boolean
  /** Why the last call was refused, in the editor's language. */
  refusal: string | null
  /** Builds that are chosen to be compared. */
  chosen: string[]
  /** The builds that are compared, the older one first. */
  compared: [from: string, to: string] | null
  /** The page that is shown as it was. */
  past: PastPage | null
  /** Whether the hold began here, and is to be read first. */
  isNewHold: boolean
  /** The build that a release began. */
  run: Run | null
}

/** The one store of the history. */
export const useHistory = create<HistoryState>(() => ({
  history: null,
  isLoading: false,
  refusal: null,
  chosen: [],
  compared: null,
  past: null,
  isNewHold: false,
  run: null,
}))
