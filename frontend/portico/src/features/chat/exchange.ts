// A question and the state of its answer. PURE: every change makes another exchange.

import type { ChatMessage } from '#/api/calls.ts'
import { type ChatOutcome, chatOutcomeValues } from '#/enumerations/chat-outcome.gen.ts'
import type { ChatUnavailableReason } from '#/enumerations/chat-unavailable-reason.gen.ts'

/** A passage of a page, word for word. */
export type Quote = { text: string; heading?: string | undefined; anchor?: string | undefined }

/** A page that an answer is based on, or that is nearest to a question without one. */
export type Citation = {
  number: number
  title: string
  href: string
  kind: string
  locale: string
  /** `2026-05-14`. */
  date?: string | undefined
  quotes: Quote[]
}

/** A sentence with the space behind it, and the numbers of the pages that support it. */
export type Sentence = { text: string; sources: number[] }

/**
 * `waiting`: no sentence has come yet · `streaming`: some have · an outcome · `stopped`: by the
 * visitor · `lost`: it broke off, or the page was left · `offline`: there is no connection ·
 * `refused`: the origin does not answer this.
 */
export const STAGES = ['waiting', 'streaming', ...chatOutcomeValues, 'stopped', 'lost', 'offline', 'refused'] as const

type Stage = (typeof STAGES)[number]

/** The origin's refusal: its HTTP status, its words, and when another try makes sense. */
export type Refusal = {
  status: number
  message: string
  /** In milliseconds of the clock. */
  until?: number | undefined
}

export type Exchange = {
  id: string
  question: string
  stage: Stage
  citations: Citation[]
  sentences: Sentence[]
  because?: ChatUnavailableReason | undefined
  refusal?: Refusal | undefined
}

/** A part of an answer, as it comes. */
export type AnswerEvent =
  | { name: 'citations'; data: Citation[] }
  | { name: 'delta'; data: Sentence }
  | { name: 'done'; data: { outcome: ChatOutcome; because?: ChatUnavailableReason | undefined } }

/** Turns of one conversation that the browser keeps and shows. */
export const MOST_EXCHANGES = 20
/** Most letters of a question. */
export const MOST_LETTERS = 2_000
/** Turns that the origin considers. */
const MOST_MESSAGES = 20

export function begun(id: string, question: string): Exchange {
  return { id, question, stage: 'waiting', citations: [], sentences: [] }
}

/** An exchange with one more part of its answer. */
export function grown(exchange: Exchange, event: AnswerEvent): Exchange {
  switch (event.name) {
    case 'citations':
      return { ...exchange, citations: event.data }
    case 'delta':
      return { ...exchange, stage: 'streaming', sentences: [...exchange.sentences, event.data] }
    case 'done':
      return { ...exchange, stage: event.data.outcome, because: event.data.because }
  }
}

/** Whether more of the answer is expected. */
export function isGrowing({ stage }: Exchange): boolean {
  return stage === 'waiting' || stage === 'streaming'
}

/** Whether another try may bring more. */
export function isRetryable({ stage, because, refusal }: Exchange): boolean {
  if (stage === 'refused') return refusal?.status !== 400
  return ['stopped', 'lost', 'offline', 'cut'].includes(stage) || (stage === 'quoted' && because !== undefined)
}

/** The pages that a sentence names, as far as they are among the citations. */
export function sourcesOf({ citations }: Exchange, { sources }: Sentence): Citation[] {
  return citations.filter(({ number }) => sources.includes(number))
}

/** Address of a page, at the place of a quote if the quote has one. */
export function placeOf({ href }: Citation, quote: Quote | undefined): string {
  return quote?.anchor === undefined ? href : `${href}#${encodeURIComponent(quote.anchor)}`
}

/** Turns that are sent to the origin: the oldest first, `question` last. */
export function messagesOf(before: readonly Exchange[], question: string): ChatMessage[] {
  const said = before.flatMap((exchange) => {
    const answer = clipped(wordsOf(exchange))
    if (answer === '') return exchange.stage === 'unanswered' ? [message('user', exchange.question)] : []
    return [message('user', exchange.question), message('assistant', answer)]
  })
  return [...said, message('user', question)].slice(-MOST_MESSAGES)
}

const message = (role: ChatMessage['role'], content: string): ChatMessage => ({ role, content })

/** The words of an answer, without sources. */
function wordsOf({ stage, sentences, citations }: Exchange): string {
  if (stage === 'quoted') return citations.flatMap(({ quotes }) => quotes.map(({ text }) => text)).join('\n')
  return sentences.map(({ text }) => text).join('')
}

/** No half of a letter of two code units is left at the end. */
function clipped(words: string): string {
  return words
    .trim()
    .slice(0, MOST_LETTERS)
    .replace(/[\uD800-\uDBFF]$/, '')
}
