// A job on its way to the site, from its events.

/** Pages of one kind of change: how many, and the first of them. */
export type NamedPaths = { count: number; paths: string[] }

/** An event of a job: `contract/src/control.rs`. */
export type JobEvent = { id: number } & (
  | { kind: 'queued' | 'started' | 'unchanged' | 'finished' }
  | { kind: 'progress'; phase: string; done: number; total: number; secondsLeft?: number }
  | { kind: 'pages'; added: NamedPaths; changed: NamedPaths; removed: NamedPaths; chrome: NamedPaths }
  | { kind: 'published'; build: string; at?: string }
  | { kind: 'live'; gateway: string; live: boolean; afterMs: number; problem?: string }
  | { kind: 'held'; since: string; by: string; why?: string }
  | { kind: 'superseded'; by: string }
  | { kind: 'failed'; exit: number; problem: string; problems: string[]; count: number }
)

/** The kinds, which also name the events of the stream. */
export const KINDS: JobEvent['kind'][] = [
  'queued',
  'started',
  'progress',
  'pages',
  'published',
  'live',
  'unchanged',
  'held',
  'superseded',
  'failed',
  'finished',
]

/** How a job ended. `lost`: its events are not known any more, and the set was not published. */
export type End =
  | { kind: 'live' | 'unchanged' | 'lost' }
  | { kind: 'held'; since: string; by: string; why?: string }
  | { kind: 'failed'; problem: string; problems: string[]; count: number }

/** A gateway that was asked for the new build. */
export type AskedGateway = { gateway: string; live: boolean; problem?: string }

/** How far a job came. */
export type Run = {
  job: string
  /** The last event that was taken in: a stream that is read again begins with the first. */
  lastId: number
  phase: 'queued' | 'started' | 'published' | (string & {})
  done: number
  total: number
  secondsLeft: number | null
  /** Pages that visitors see differently. */
  pages: { count: number; paths: string[] }
  publishedAt: Date | null
  gateways: AskedGateway[]
  end: End | null
}

/** A job that has just been asked for. */
export function beginRun(job: string): Run {
  return {
    job,
    lastId: 0,
    phase: 'queued',
    done: 0,
    total: 0,
    secondsLeft: null,
    pages: { count: 0, paths: [] },
    publishedAt: null,
    gateways: [],
    end: null,
  }
}

/** The job after an event. One that took its place is followed instead, and begins anew. */
export function advance(run: Run, event: JobEvent, now: Date): Run {
  if (event.id <= run.lastId || run.end !== null) return run
  const next = { ...run, lastId: event.id }
  switch (event.kind) {
    case 'queued':
    case 'started':
      return { ...next, phase: event.kind }
    case 'progress':
      return {
        ...next,
        phase: event.phase,
        done: event.done,
        total: event.total,
        secondsLeft: event.secondsLeft ?? null,
      }
    case 'pages': {
      const { added, changed, removed, chrome } = event
      const count = added.count + changed.count + removed.count + chrome.count
      return { ...next, pages: { count, paths: [...added.paths, ...changed.paths] } }
    }
    case 'published': {
      const publishedAt = event.at === undefined ? now : new Date(event.at)
      return { ...next, phase: 'published', done: 0, total: 0, secondsLeft: null, publishedAt }
    }
    case 'live':
      return { ...next, gateways: [...run.gateways, gatewayOf(event)] }
    case 'superseded':
      return beginRun(event.by)
    case 'unchanged':
      return { ...next, end: { kind: 'unchanged' } }
    case 'held': {
      const { since, by, why } = event
      return { ...next, end: { kind: 'held', since, by, ...(why && { why }) } }
    }
    case 'failed': {
      const { problem, problems, count } = event
      return { ...next, end: { kind: 'failed', problem, problems, count } }
    }
    case 'finished':
      return { ...next, end: { kind: 'live' } }
  }
}

function gatewayOf({ gateway, live, problem }: AskedGateway): AskedGateway {
  return { gateway, live, ...(problem && { problem }) }
}

/** The end of a job whose events are not known any more, from the state of its set. */
export function endBySet(run: Run, isPublished: boolean, changed: Date): Run {
  if (run.end !== null) return run
  if (!isPublished) return { ...run, end: { kind: 'lost' } }
  return { ...run, publishedAt: run.publishedAt ?? changed, end: { kind: 'live' } }
}

/** Share of the build that is done, from 0 to 1; undefined where nothing is counted. */
export const shareOf = ({ done, total }: Run): number | undefined => (total > 0 ? done / total : undefined)
