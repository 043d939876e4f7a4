// The site publishes a scheduled change set by itself; the review finds out.

import { useEffect } from 'react'
import type { ChangeSet } from '../api.ts'
import { loadSets } from '../state/sets.ts'

/** How often the list is read anew when the time has come, in ms. */
const PAUSE = 2000

/** Longest time that a browser's clock takes, in ms. */
const FARTHEST = 2 ** 31 - 1

/** Reads the list of sets anew at the time of a scheduled set, until it has a job or is open. */
export function useItsTime(set: ChangeSet | undefined): void {
  useEffect(() => {
    if (set?.scheduled === undefined || set.job !== undefined) return
    const wait = new Date(set.scheduled.at).getTime() - Date.now()
    const timer = setTimeout(() => void loadSets().catch(() => undefined), Math.min(Math.max(wait, 0) + PAUSE, FARTHEST))
    return () => clearTimeout(timer)
    // Each answer is another object, and begins the wait anew.
  }, [set])
}
