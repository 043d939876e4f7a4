// The events of a job, read until its end. The browser resumes a lost stream with `Last-Event-ID`;
// a stream that was refused is begun anew, and events that come twice have ids seen before.

import { type JobEvent, KINDS } from './job-run.ts'

/** Pause before a refused stream is begun anew, in milliseconds. */
const PAUSE = 3000

/** Listeners of a stream. */
export type FollowEvents = {
  onEvent: (event: JobEvent) => void
  /** Whether the connection is there. */
  onConnection: (isThere: boolean) => void
  /** The stream was refused, for the `count`th time without an event. */
  onRefusal: (count: number) => void
}

/** Follows a job; the returned function ends it. */
export function follow(job: string, { onEvent, onConnection, onRefusal }: FollowEvents): () => void {
  let [refusals, isStopped] = [0, false]
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    const stream = new EventSource(`/api/regenerate/${encodeURIComponent(job)}/events`)
    source = stream
    stream.onopen = () => onConnection(true)
    for (const kind of KINDS)
      stream.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        if (isStopped) return
        refusals = 0
        onEvent(JSON.parse(data))
      })
    stream.onerror = () => {
      if (isStopped) return
      onConnection(false)
      if (stream.readyState !== EventSource.CLOSED) return
      refusals += 1
      timer = setTimeout(open, PAUSE)
      onRefusal(refusals)
    }
  }
  open()
  return () => {
    isStopped = true
    clearTimeout(timer)
    source?.close()
  }
}
