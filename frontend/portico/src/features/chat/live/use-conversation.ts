// The running conversation: asks, reads the answer, stops, asks again, and stores all of it.

import { useEffect, useRef, useState } from 'react'
import { askAssistant } from '#/api/calls.ts'
import { ApiError } from '#/api/errors.ts'
import { randomId } from '#/lib/random-id.ts'
import { keepOf } from '#/lib/storage.ts'
import { useSite } from '#/page/page.tsx'
import type { ConversationState } from '../conversation-state.ts'
import { begun, type Exchange, grown, MOST_EXCHANGES, messagesOf, type Refusal } from '../exchange.ts'
import { answerEvents } from './answer-events.ts'
import { keepHistory, keptHistory } from './history.ts'

export type Conversation = {
  /** Whether the stored conversation is loaded; before, no question may be asked. */
  isReady: boolean
  /** Sends a question, together with the earlier turns. */
  ask: (question: string) => Promise<void>
  /** Sends the latest question once more; the new answer replaces the old one. */
  retry: () => Promise<void>
  /** Stops the answer in progress; the received part stays. */
  stop: () => void
  /** Forgets everything. */
  clear: () => void
}

/**
 * `secret` is the visitor's own key, or empty; `onEnd` is called for an answer that has ended by
 * itself.
 */
export function useConversation(
  { exchanges, setExchanges }: ConversationState,
  secret: string,
  onEnd: (exchange: Exchange) => void,
): Conversation {
  const { runtime } = useSite()
  const keep = keepOf(runtime.storage)
  const asking = useRef<AbortController>(undefined)
  const [restored, setRestored] = useState<readonly Exchange[]>()
  const known = useRef(new Set<string>())
  // Once: the stored value is this conversation from then on. Leaving the page ends the answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const kept = keptHistory(keep)
    setExchanges(kept)
    setRestored(kept)
    return () => asking.current?.abort()
  }, [])
  useEffect(() => {
    for (const { id } of exchanges) known.current.add(id)
    if (restored !== undefined && exchanges !== restored) keepHistory(keep, exchanges, known.current)
  }, [keep, exchanges, restored])
  const put = async (before: readonly Exchange[], question: string) => {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    const { signal } = controller
    let exchange = begun(randomId(), question)
    const show = (next: Exchange) => {
      exchange = next
      setExchanges([...before, next].slice(-MOST_EXCHANGES))
    }
    const goOffline = () => controller.abort(OFFLINE)
    addEventListener('offline', goOffline)
    try {
      show(exchange)
      const response = await askAssistant({ messages: messagesOf(before, question) }, { signal, openAiSecret: secret })
      for await (const event of answerEvents(response)) {
        signal.throwIfAborted()
        show(grown(exchange, event))
      }
    } catch (error) {
      if (signal.aborted && signal.reason !== STOPPED && signal.reason !== OFFLINE) return
      show({ ...exchange, ...endOf(error, signal) })
    } finally {
      removeEventListener('offline', goOffline)
      if (asking.current === controller) asking.current = undefined
    }
    onEnd(exchange)
  }
  return {
    isReady: restored !== undefined,
    ask: (question) => put(exchanges, question),
    retry: () => put(exchanges.slice(0, -1), exchanges.at(-1)?.question ?? ''),
    stop: () => asking.current?.abort(STOPPED),
    clear: () => {
      asking.current?.abort()
      setExchanges([])
    },
  }
}

/** Reasons for cancelling a question; without one the conversation is gone, too. */
const STOPPED = 'stopped'
const OFFLINE = 'offline'

/** How an answer ended that was interrupted. */
function endOf(error: unknown, { aborted, reason }: AbortSignal): Partial<Exchange> {
  if (aborted) return { stage: reason === STOPPED ? 'stopped' : 'offline' }
  if (!(error instanceof ApiError)) console.error('the answer broke off', error)
  else if (error.status > 0) return { stage: 'refused', refusal: refusalOf(error) }
  return { stage: navigator.onLine ? 'lost' : 'offline' }
}

function refusalOf({ status, message, retryAfter }: ApiError): Refusal {
  return { status, message, until: retryAfter === undefined ? undefined : Date.now() + retryAfter * SECOND_MS }
}

const SECOND_MS = 1_000
