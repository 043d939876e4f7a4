// Actions of a person in the history.

import { follow } from '../review/follow.ts'
import { advance, beginRun } from '../review/job-run.ts'
import { api, tryCall } from '../state/calls.ts'
import { loadPage } from '../state/pages.ts'
import { withOlder } from './days.ts'
import { useHistory } from './history-state.ts'

const { getState, setState } = useHistory

/** Number of the last reading: a later one wins. */
let reading = 0

/** Reads the lines of the site, or of one page, anew. */
export async function loadHistory(page: string | null): Promise<void> {
  reading += 1
  const own = reading
  setState({ isLoading: true })
  await attempt(async () => {
    const history = await api.history(page, 0)
    if (own === reading) setState({ history })
  })
  if (own === reading) setState({ isLoading: false })
}

/** Reads the lines before those that are shown. */
export async function loadMore(page: string | null): Promise<void> {
  const { history } = getState()
  if (history?.next == null) return
  const own = reading
  setState({ isLoading: true })
  await attempt(async () => {
    const { lines, next } = await api.history(page, history.next ?? 0)
    if (own === reading) setState({ history: { ...history, lines: withOlder(history.lines, lines), next } })
  })
  if (own === reading) setState({ isLoading: false })
}

/** Makes an earlier build live again. Returns whether that was done. */
export async function rollBack(build: string, why: string, page: string | null): Promise<boolean> {
  const isDone = await attempt(async () => void (await api.rollBack(build, why)))
  if (isDone) {
    setState({ run: null, compared: null })
    await Promise.all([loadHistory(page), loadPage()])
    setState({ isNewHold: true })
  }
  return isDone
}

/** Shows a page as it was at a time, or at the end of a day. */
export async function showPast(path: string, at: string): Promise<void> {
  setState({ past: null })
  await attempt(async () => setState({ past: await api.pageAt(path, at) }))
}

/** Lets held content be published, and follows the build that does it. */
export async function release(page: string | null): Promise<void> {
  await attempt(async () => {
    const { job } = await api.release()
    if (job !== null) followJob(job, page)
    await loadHistory(page)
  })
}

let stopFollowing = () => {}

function followJob(job: string, page: string | null): void {
  stopFollowing()
  setState({ run: beginRun(job) })
  stopFollowing = follow(job, {
    onEvent: (event) => {
      const before = getState().run
      if (before === null) return
      const run = advance(before, event, new Date())
      setState({ run })
      if (run.job !== job) followJob(run.job, page)
      else if (run.end !== null) {
        stopFollowing()
        void Promise.all([loadHistory(page), loadPage()])
      }
    },
    onConnection: () => {},
    onRefusal: () => {
      stopFollowing()
      setState({ run: null })
      void loadHistory(page)
    },
  })
}

/** Calls the server; a refusal is shown. Returns whether it was carried out. */
export const attempt = (call: () => Promise<void>): Promise<boolean> => tryCall((refusal) => setState({ refusal }), call)
