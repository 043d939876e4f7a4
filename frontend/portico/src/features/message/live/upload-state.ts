// The state of the upload of one file: events in, the next state out. PURE; `use-upload.ts` acts.

export type UploadState = {
  state: 'none' | 'running' | 'paused' | 'done' | 'refused'
  /** Bytes that the origin has received of this file. */
  sent: number
}

export type UploadEvent =
  /** Another file, or none; `state` is where its upload begins. */
  | { kind: 'chosen'; state: Exclude<UploadState['state'], 'paused'> }
  /** The same file once more. */
  | { kind: 'restarted' }
  | { kind: 'progressed'; sent: number }
  /** The origin is not reached. */
  | { kind: 'paused' }
  | { kind: 'completed' }
  | { kind: 'refused' }

export const NO_UPLOAD: UploadState = { state: 'none', sent: 0 }

/** The states in which an event is possible; elsewhere it changes nothing. */
const POSSIBLE: Record<UploadEvent['kind'], readonly UploadState['state'][]> = {
  chosen: ['none', 'running', 'paused', 'done', 'refused'],
  restarted: ['done', 'refused'],
  progressed: ['running', 'paused'],
  paused: ['running'],
  completed: ['running', 'paused'],
  refused: ['running', 'paused', 'done'],
}

export function nextUpload(upload: UploadState, event: UploadEvent): UploadState {
  if (!POSSIBLE[event.kind].includes(upload.state)) return upload
  switch (event.kind) {
    case 'chosen':
      return { state: event.state, sent: 0 }
    case 'restarted':
      return { ...upload, state: 'running' }
    case 'progressed':
      return { state: 'running', sent: event.sent }
    case 'paused':
      return { ...upload, state: 'paused' }
    case 'completed':
      return { ...upload, state: 'done' }
    case 'refused':
      return { ...upload, state: 'refused' }
  }
}
