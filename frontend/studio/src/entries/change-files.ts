// Makes changes of entries in the current set, and reads the list as it is then.

import { CallError, type FileChange, type Problem } from '../api.ts'
import { api } from '../state/calls.ts'
import { forgetFiles, loadEntries } from '../state/entries.ts'
import { ensureSet, loadSets } from '../state/sets.ts'

/** Makes the changes, all or none; answers with the reasons against them. */
export async function changeFiles(changes: FileChange[]): Promise<Problem[]> {
  try {
    const answer = await api.several(await ensureSet(), changes)
    if (!answer.saved) return answer.problems
    forgetFiles(changes.map(({ path }) => path))
    await Promise.all([loadEntries(), loadSets()])
    return []
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return [{ reason: error.message }]
  }
}
