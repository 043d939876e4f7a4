// The conversation as the browser keeps it (R9.05): across reloads and pages, in all languages,
// because a visitor who changes the language continues the same conversation.

import * as v from 'valibot'
import type { Keep } from '#/lib/storage.ts'
import { type Exchange, isGrowing, MOST_EXCHANGES, STAGES } from '../exchange.ts'
import { citationSchema, reasonSchema, sentenceSchema } from './answer-events.ts'

const STORAGE_KEY = 'portico-conversation'

/**
 * How long a conversation is kept, in milliseconds: a visitor's questions should not stay in a
 * shared browser for longer than a day.
 */
export const HISTORY_LIFE_MS = 24 * 60 * 60 * 1_000

const exchangeSchema = v.object({
  id: v.string(),
  question: v.string(),
  stage: v.picklist(STAGES),
  citations: v.array(citationSchema),
  sentences: v.array(sentenceSchema),
  because: v.optional(reasonSchema),
  refusal: v.optional(v.object({ status: v.number(), message: v.string(), until: v.optional(v.number()) })),
})

const historySchema = v.object({ at: v.number(), exchanges: v.array(exchangeSchema) })

/**
 * Keeps the latest exchanges, with those that another tab kept meanwhile; none: forgets the
 * conversation. `known` has the ids of all exchanges that this tab ever showed.
 */
export function keepHistory(keep: Keep, exchanges: readonly Exchange[], known: ReadonlySet<string>): void {
  if (exchanges.length === 0) keep.remove(STORAGE_KEY)
  else keep.set(STORAGE_KEY, JSON.stringify({ at: Date.now(), exchanges: mergedHistory(exchanges, keptHistory(keep), known) }))
}

/** Another tab's exchanges come before the latest one of this tab. PURE. */
function mergedHistory(mine: readonly Exchange[], kept: readonly Exchange[], known: ReadonlySet<string>): Exchange[] {
  const others = kept.filter(({ id }) => !known.has(id))
  return [...mine.slice(0, -1), ...others, ...mine.slice(-1)].slice(-MOST_EXCHANGES)
}

export function keptHistory(keep: Keep): Exchange[] {
  return historyIn(keep.get(STORAGE_KEY), Date.now())
}

/**
 * The exchanges in the stored value; none if it is too old or has none. An answer that was still
 * growing counts as broken off. PURE.
 */
export function historyIn(stored: string | null, now: number): Exchange[] {
  try {
    const { at, exchanges } = v.parse(historySchema, JSON.parse(stored ?? ''))
    if (!(now - at < HISTORY_LIFE_MS)) return []
    return exchanges.map((exchange) => (isGrowing(exchange) ? { ...exchange, stage: 'lost' } : exchange))
  } catch {
    return []
  }
}
