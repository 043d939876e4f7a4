// State of a conversation, shared by the assistant and by the code that is fetched later (`live/`).

import type { Dispatch, SetStateAction } from 'react'
import type { Exchange } from './exchange.ts'

export type ConversationState = {
  /** The oldest first. */
  exchanges: readonly Exchange[]
  setExchanges: Dispatch<SetStateAction<readonly Exchange[]>>
  /** The last question; another object is another question. */
  asked: { question: string } | undefined
  /** Seconds before another question may be asked. */
  wait: number
  /** Passes a function that stops the answer in progress. */
  setStop: (stop: () => void) => void
}
