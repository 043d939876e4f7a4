// Actions of an editor in the review, and the lists that are read anew after them.

import { type ChangeSet, LIVE } from '../api.ts'
import { api, tryCall } from '../state/calls.ts'
import { loadFile, loadPage, openSet } from '../state/pages.ts'
import { loadSets, putSet } from '../state/sets.ts'
import { useStudio } from '../state/store.ts'
import { useReview } from './review-state.ts'

const { setState } = useReview

/** Reads the changes of the current set; the last call wins. */
export async function loadChanges(): Promise<void> {
  const { setId } = useStudio.getState()
  if (setId === LIVE) {
    setState({ changes: null, isLoading: false })
    return
  }
  setState({ isLoading: true })
  await attempt(async () => {
    const changes = await api.changes(setId)
    if (useStudio.getState().setId === setId) setState({ changes })
  })
  if (useStudio.getState().setId === setId) setState({ isLoading: false })
}

/** Calls the server; a refusal is shown. Returns whether it was carried out. */
export const attempt = (call: () => Promise<void>): Promise<boolean> => tryCall((refusal) => setState({ refusal }), call)

/** Takes the change of a file out of the current set. */
export async function takeBack(path: string): Promise<void> {
  const { setId } = useStudio.getState()
  await attempt(async () => {
    putSet(await api.revert(setId, path))
    await Promise.all([loadChanges(), loadFile(path), loadPage()])
  })
}

/** Proposes a set to publishers. */
export async function propose({ id }: ChangeSet): Promise<void> {
  await attempt(async () => putSet(await api.propose(id)))
}

/** Takes a proposal back, or a publication at a time. */
export async function withdraw({ id }: ChangeSet): Promise<void> {
  await attempt(async () => putSet(await api.withdraw(id)))
}

/** Deletes a set with its changes. */
export async function deleteSet(id: string): Promise<void> {
  await attempt(async () => {
    await api.deleteSet(id)
    await loadSets()
    if (useStudio.getState().setId === id) await openSet(LIVE)
  })
}
