// A set on its way to the site. The set names its job, so each person can follow it at any time.

import { CallError, type ChangeSet } from '../api.ts'
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

/** The streams that are read, by their sets. */
const followed = new Map<string, () => void>()

const { getState, setState } = useReview

/** Publishes sets together, and follows the job of the first one. */
export async function publish(sets: ChangeSet[]): Promise<void> {
  await ask(async () => {
    const { job } = await api.publish(sets)
    const [shown] = sets
    if (shown !== undefined) followJob(shown.id, job)
  })
}

/** Has sets published together at a time of the site. */
export async function schedule(sets: ChangeSet[], at: string): Promise<void> {
  await ask(async () => {
    await api.schedule(sets, at)
    await loadSets()
  })
}

/** Asks for a publication. After another change in between, the lists show the conflicts. */
async function ask(call: () => Promise<void>): Promise<void> {
  await attempt(async () => {
    try {
      await call()
    } catch (error) {
      if (error instanceof CallError && error.status === 409) await Promise.all([loadSets(), loadChanges()])
      throw error
    }
  })
}

/** Follows a job that another page or person, or the clock, has begun; also one that is over. */
export function resume({ id, job }: ChangeSet): void {
  if (job !== undefined && !followed.has(id) && getState().runs[id]?.job !== job) followJob(id, job)
}

function followJob(setId: string, job: string): void {
  followed.get(setId)?.()
  put(setId, beginRun(job))
  const end = follow(job, {
    onEvent: (event) => take(setId, event),
    onConnection: (isConnected) => setState({ isConnected }),
    onRefusal: (count) => count >= ENOUGH && void endByList(setId),
  })
  followed.set(setId, end)
}

function take(setId: string, event: JobEvent): void {
  const before = getState().runs[setId]
  if (before === undefined) return
  const run = advance(before, event, new Date())
  put(setId, run)
  if (run.job !== before.job) {
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
  // It was live long before; how that went is not known any more.
  if (run.lastId === 0 && set?.state === 'published') return drop(setId)
  put(setId, endBySet(run, set?.state === 'published', new Date(set?.changed ?? 0)))
  await close(setId)
}

/** Nothing more is read of the job. */
function stop(setId: string): void {
  followed.get(setId)?.()
  followed.delete(setId)
  setState({ isConnected: true })
}

/** Forgets the job. */
function drop(setId: string): void {
  stop(setId)
  setState(({ runs: { [setId]: _, ...runs } }) => ({ runs }))
}

/** The job is over: the lists are read anew. */
async function close(setId: string): Promise<void> {
  stop(setId)
  await loadSets().catch(() => undefined)
  const set = useStudio.getState().sets.find(({ id }) => id === setId)
  const run = getState().runs[setId]
  // The build is live, and was made without this set: another one changed the same file first.
  if (run?.end?.kind === 'live' && set?.state === 'open') put(setId, { ...run, end: { kind: 'lost' } })
  if (useStudio.getState().setId === setId) await Promise.all([loadChanges(), loadPage()])
}

const put = (setId: string, run: Run) => setState(({ runs }) => ({ runs: { ...runs, [setId]: run } }))
