import { describe, expect, it } from 'vitest'
import { mayResend, nextSending, type SendingEvent, type SendingState, UNSENT } from './sending-state.ts'

const refusal = { kind: 'away' } as const

const stages: SendingState[] = [
  UNSENT,
  { ...UNSENT, stage: 'uploading' },
  { ...UNSENT, stage: 'sending' },
  { ...UNSENT, stage: 'offline' },
  { ...UNSENT, stage: 'waiting', agreed: true },
  { ...UNSENT, stage: 'failed', refusal },
  { ...UNSENT, stage: 'sent' },
]

/** Each event, with the stages in which it is possible and the stage that follows. */
const table: [event: SendingEvent, from: SendingState['stage'][], to: SendingState['stage']][] = [
  [{ kind: 'started', isUploaded: true }, ['open', 'offline', 'waiting', 'failed'], 'sending'],
  [{ kind: 'started', isUploaded: false }, ['open', 'offline', 'waiting', 'failed'], 'uploading'],
  [{ kind: 'uploaded' }, ['uploading'], 'sending'],
  [{ kind: 'interrupted' }, ['uploading'], 'open'],
  [{ kind: 'unreached' }, ['sending'], 'offline'],
  [{ kind: 'refused', refusal, isDoubted: false }, ['sending'], 'failed'],
  [{ kind: 'resent' }, ['failed'], 'uploading'],
  [{ kind: 'agreed' }, ['offline'], 'waiting'],
  [{ kind: 'disagreed' }, ['waiting'], 'offline'],
  [{ kind: 'resumed' }, ['waiting'], 'sending'],
  [{ kind: 'arrived' }, ['sending'], 'sent'],
]

describe('the state of sending', () => {
  it.each(
    table.flatMap(([event, from, to]) => stages.map((state) => [event.kind, state.stage, event, state, from, to] as const)),
  )('after `%s` in the stage `%s`', (_, stage, event, state, from, to) => {
    const next = nextSending(state, event)
    if (from.includes(stage)) expect(next.stage).toBe(to)
    else expect(next).toBe(state)
  })

  it('a sender who agreed once is not asked again until the button is pressed', () => {
    const stateAfter = (...events: SendingEvent[]) => events.reduce(nextSending, UNSENT)
    const start: SendingEvent = { kind: 'started', isUploaded: true }
    const lost: SendingEvent = { kind: 'unreached' }
    expect(stateAfter(start, lost, { kind: 'agreed' }, { kind: 'resumed' }, lost).stage).toBe('waiting')
    expect(stateAfter(start, lost, { kind: 'agreed' }, { kind: 'disagreed' }, start, lost).stage).toBe('offline')
    expect(stateAfter(start, lost, { kind: 'agreed' }, start, lost).stage).toBe('offline')
  })

  it('counts the doubts of the origin, and keeps its reason only while it counts', () => {
    const doubted = nextSending({ ...UNSENT, stage: 'sending', doubts: 1 }, { kind: 'refused', refusal, isDoubted: true })
    expect(doubted).toEqual({ ...UNSENT, stage: 'failed', refusal, doubts: 2 })
    expect(nextSending(doubted, { kind: 'started', isUploaded: true })).toEqual({ ...UNSENT, stage: 'sending', doubts: 2 })
  })

  it('sends a forgotten file again twice, and anew after another press', () => {
    const resent = (state: SendingState) => nextSending({ ...state, stage: 'failed', refusal }, { kind: 'resent' })
    expect(mayResend(resent(UNSENT))).toBe(true)
    const twice = resent(resent(UNSENT))
    expect(mayResend(twice)).toBe(false)
    expect(mayResend(nextSending({ ...twice, stage: 'open' }, { kind: 'started', isUploaded: false }))).toBe(true)
  })
})
