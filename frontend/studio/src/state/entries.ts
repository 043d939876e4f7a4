// The entries of the current set, read anew after each change of them.

import { create } from 'zustand'
import { CallError, type ContentFile, type Entry, type Problem } from '../api.ts'
import { api, refuse } from './calls.ts'
import { useStudio } from './store.ts'

/** The entries, the set that has them, and the time zone of the site. */
export type EntriesState = { setId: string | null; entries: Entry[]; isLoading: boolean; timeZone: string | undefined }

/** All entries. */
export const useEntries = create<EntriesState>(() => ({ setId: null, entries: [], isLoading: false, timeZone: undefined }))

/** Reads the entries of the current set. If it cannot be built, every view shows the reasons. */
export async function loadEntries(): Promise<void> {
  const { setId } = useStudio.getState()
  useEntries.setState({ isLoading: true })
  try {
    const [{ entries }, site] = await Promise.all([api.entries(setId), api.file(setId, 'site.yaml')])
    if (useStudio.getState().setId !== setId) return
    useEntries.setState({ entries, setId, timeZone: zoneOf(site) })
    useStudio.setState(({ pageProblems }) => ({ pageProblems: pageProblems.filter(({ file }) => file === undefined) }))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const problems = (error.data as { problems?: Problem[] } | null)?.problems
    if (problems === undefined) refuse(error)
    else useStudio.setState({ pageProblems: problems })
  } finally {
    useEntries.setState({ isLoading: false })
  }
}

function zoneOf({ fields }: ContentFile): string | undefined {
  const zone = fields?.timeZone
  return typeof zone === 'string' ? zone : undefined
}

/** Forgets files that changed by another way than their fields. */
export function forgetFiles(paths: string[]): void {
  useStudio.setState(({ files }) => ({
    files: Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path))),
  }))
}
