// The state of sending one message: events in, the next state out. PURE; `use-sending.ts` acts.

import type { Refusal } from './refusal.ts'

/** How often a file that the origin has forgotten is sent again by itself. */
const MOST_RESENDS = 2

/**
 * `open`: being written · `uploading`: is sent when the upload is complete · `sending` · `offline`:
 * the origin was not reached, and the sender is asked · `waiting`: is sent when the origin is
 * reached · `failed`: the origin does not take it now · `sent`
 */
type Progress =
  | { stage: 'open' | 'uploading' | 'sending' | 'offline' | 'waiting' | 'sent' }
  /** Why the origin does not take it. */
  | { stage: 'failed'; refusal: Refusal }

export type SendingState = Progress & {
  /** The sender agrees that it is sent later, by itself. */
  agreed: boolean
  /** How often the origin asked for a captcha. */
  doubts: number
  /** How often the file was sent again since the button was pressed. */
  resends: number
}

export type SendingEvent =
  /** The button was pressed, and the answers are complete. */
  | { kind: 'started'; isUploaded: boolean }
  | { kind: 'uploaded' }
  /** The upload ended without a file. */
  | { kind: 'interrupted' }
  | { kind: 'unreached' }
  /** `isDoubted`: the origin asks for a captcha. */
  | { kind: 'refused'; refusal: Refusal; isDoubted: boolean }
  /** The file is on its way once more. */
  | { kind: 'resent' }
  | { kind: 'agreed' }
  | { kind: 'disagreed' }
  /** The connection may be back. */
  | { kind: 'resumed' }
  | { kind: 'arrived' }

export const UNSENT: SendingState = { stage: 'open', agreed: false, doubts: 0, resends: 0 }

/** The stages in which an event is possible; elsewhere it changes nothing. */
const POSSIBLE: Record<SendingEvent['kind'], readonly SendingState['stage'][]> = {
  started: ['open', 'offline', 'waiting', 'failed'],
  uploaded: ['uploading'],
  interrupted: ['uploading'],
  unreached: ['sending'],
  refused: ['sending'],
  resent: ['failed'],
  agreed: ['offline'],
  disagreed: ['waiting'],
  resumed: ['waiting'],
  arrived: ['sending'],
}

export function nextSending(state: SendingState, event: SendingEvent): SendingState {
  if (!POSSIBLE[event.kind].includes(state.stage)) return state
  const { agreed, doubts, resends } = state
  const facts = { agreed, doubts, resends }
  switch (event.kind) {
    case 'started':
      return { stage: event.isUploaded ? 'sending' : 'uploading', agreed: false, doubts, resends: 0 }
    case 'uploaded':
    case 'resumed':
      return { ...facts, stage: 'sending' }
    case 'interrupted':
      return { ...facts, stage: 'open' }
    case 'unreached':
      return { ...facts, stage: agreed ? 'waiting' : 'offline' }
    case 'refused':
      return { ...facts, stage: 'failed', refusal: event.refusal, doubts: doubts + Number(event.isDoubted) }
    case 'resent':
      return { ...facts, stage: 'uploading', resends: resends + 1 }
    case 'agreed':
      return { ...facts, stage: 'waiting', agreed: true }
    case 'disagreed':
      return { ...facts, stage: 'offline', agreed: false }
    case 'arrived':
      return { ...facts, stage: 'sent' }
  }
}

/** Whether the file may be sent once more without the sender. */
export function mayResend({ resends }: SendingState): boolean {
  return resends < MOST_RESENDS
}
