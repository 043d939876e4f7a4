import { describe, expect, it } from 'vitest'
import { NO_UPLOAD, nextUpload, type UploadEvent, type UploadState } from './upload-state.ts'

type State = UploadState['state']

const ALL: State[] = ['none', 'running', 'paused', 'done', 'refused']

/** Each event, with the states in which it is possible, the state that follows, and its bytes. */
const table: [event: UploadEvent, from: State[], to: State, sent: number][] = [
  [{ kind: 'chosen', state: 'none' }, ALL, 'none', 0],
  [{ kind: 'chosen', state: 'running' }, ALL, 'running', 0],
  [{ kind: 'chosen', state: 'done' }, ALL, 'done', 0],
  [{ kind: 'chosen', state: 'refused' }, ALL, 'refused', 0],
  [{ kind: 'restarted' }, ['done', 'refused'], 'running', 7],
  [{ kind: 'progressed', sent: 9 }, ['running', 'paused'], 'running', 9],
  [{ kind: 'paused' }, ['running'], 'paused', 7],
  [{ kind: 'completed' }, ['running', 'paused'], 'done', 7],
  [{ kind: 'refused' }, ['running', 'paused', 'done'], 'refused', 7],
]

describe('the state of an upload', () => {
  it.each(
    table.flatMap(([event, from, to, sent]) =>
      ALL.map((state) => [event.kind, state, event, from, { state: to, sent }] as const),
    ),
  )('after `%s` in the state `%s`', (_, state, event, from, expected) => {
    const before = { state, sent: 7 }
    const next = nextUpload(before, event)
    if (from.includes(state)) expect(next).toEqual(expected)
    else expect(next).toBe(before)
  })

  it('late reports about a removed file change nothing', () => {
    const late: UploadEvent[] = [{ kind: 'progressed', sent: 5 }, { kind: 'paused' }, { kind: 'completed' }, { kind: 'refused' }]
    expect(late.reduce(nextUpload, NO_UPLOAD)).toBe(NO_UPLOAD)
  })
})
