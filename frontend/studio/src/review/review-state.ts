// The state of the review: changes of the set, and jobs on their way to the site.

import { create } from 'zustand'
import type { Changes } from '../api.ts'
import type { Run } from './job-run.ts'

/** The state. */
export type ReviewState = {
  /** Changes of the current set; null until they are read. */
  changes: Changes | null
  isLoading: boolean
  /** Why the last call was refused, in the editor's language. */
  refusal: string | null
  /** Jobs by their sets. */
  runs: { [setId: string]: Run }
  /** Whether the events of a job arrive. */
  isConnected: boolean
  /** The file whose versions are being joined. */
  joining: string | null
}

/** The one store of the review. */
export const useReview = create<ReviewState>(() => ({
  changes: null,
  isLoading: false,
  refusal: null,
  runs: {},
  isConnected: true,
  joining: null,
}))
