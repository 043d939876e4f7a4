// A set on its way to the site. The job is kept across a reload of the studio.

import { CallError, type ChangeSet } from '../api.ts'
import { keep, readKept } from '../lib/storage.ts'
import { api } from '../state/calls.ts'
import { loadPage } from '../state/pages.ts'
import { loadSets } from '../state/sets.ts'
import { useStudio } from '../state/store.ts'
import { follow } from './follow.ts'
import { advance, beginRun, endBySet, type JobEvent, type Run } from './job-run.ts'
import { attempt, loadChanges } from './review-calls.ts'
import { useReview } from './review-state.ts'

/** Refusals of a stream after which the state of the set decides the end. */
const ENOUGH = 2

const keyFor = (setId: string) => `portico-studio-job:${setId}`

/** The streams that are read, by their sets. */
const followed = new Map<string, () => void>()

const { getState, setState } = useReview

/** Publishes a set, and follows its job. */
export async function publish({ id }: ChangeSet): Promise<void> {
  await attempt(async () => {
    try {
      const { job } = await api.publish(id)
      keep(keyFor(id), job)
      followJob(id, job)
    } catch (error) {
      // Another change came in between: the list shows the files that need a decision.
      if (error instanceof CallError && error.status === 409) await loadChanges()
      throw error
    }
  })
}

/** Follows the job of a set that an earlier page has begun. */
export function resume(setId: string): void {
  const job = readKept(keyFor(setId))
  if (job !== null && !followed.has(setId)) followJob(setId, job)
}

function followJob(setId: string, job: string): void {
  followed.get(setId)?.()
  put(setId, beginRun(job))
  const stop = follow(job, {
    onEvent: (event) => take(setId, event),
    onConnection: (isConnected) => setState({ isConnected }),
    onRefusal: (count) => count >= ENOUGH && void endByList(setId),
  })
  followed.set(setId, stop)
}

function take(setId: string, event: JobEvent): void {
  const before = getState().runs[setId]
  if (before === undefined) return
  const run = advance(before, event, new Date())
  put(setId, run)
  if (run.job !== before.job) {
    keep(keyFor(setId), run.job)
    followJob(setId, run.job)
  } else if (event.kind === 'published') void loadSets().catch(() => undefined)
  if (run.end !== null) void close(setId)
}

/** The stream is refused: the job is too old or unknown. Without an answer it is tried on. */
async function endByList(setId: string): Promise<void> {
  try {
    await loadSets()
  } catch {
    return
  }
  const set = useStudio.getState().sets.find(({ id }) => id === setId)
  const run = getState().runs[setId]
  if (run === undefined || set?.state === 'publishing') return
  put(setId, endBySet(run, set?.state === 'published', new Date(set?.changed ?? 0)))
  await close(setId)
}

/** The job is over: nothing more is read of it, and the lists are read anew. */
async function close(setId: string): Promise<void> {
  followed.get(setId)?.()
  followed.delete(setId)
  keep(keyFor(setId), null)
  setState({ isConnected: true })
  await loadSets().catch(() => undefined)
  if (useStudio.getState().setId === setId) await Promise.all([loadChanges(), loadPage()])
}

const put = (setId: string, run: Run) => setState(({ runs }) => ({ runs: { ...runs, [setId]: run } }))
