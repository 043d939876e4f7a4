// The answer to a search: the shape of the origin's `GET /api/search`, also where the browser
// answers.

import type { components } from '#/api/schema.gen.ts'

/** A question as the address of the results page has it. */
export type Question = {
  q: string
  /** The requested kind of page: a collection, or `page`; empty: every kind. */
  kind: string
  /** Counted from 1. */
  page: number
}

type Schemas = components['schemas']

/** A piece of a text; matches are marked. */
export type Run = Schemas['TextRun']

/** A part of a page, from heading to heading, that has a match. */
export type Passage = Schemas['SearchPassage']

export type Hit = Schemas['SearchHit']

export type Found = Schemas['SearchResults']

/** Answers questions. Rejects if it cannot, or if `signal` cancels the question. */
export type Source = (question: Question, signal: AbortSignal) => Promise<Found>

/** The question in a query, if it has one. */
export function readQuestion(search: string): Question {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page') ?? 1)
  return {
    q: (params.get('q') ?? '').trim().slice(0, MOST_LETTERS),
    kind: params.get('kind') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** The query of a question, without default values. */
export function writeQuestion({ q, kind, page }: Question): string {
  const params = new URLSearchParams({ q })
  if (kind !== '') params.set('kind', kind)
  if (page > 1) params.set('page', String(page))
  return `?${params}`
}

/** The address of a passage of a page. */
export function passageHref(hit: Hit, passage: Passage | undefined): string {
  return passage?.anchor === undefined ? hit.href : `${hit.href}#${encodeURIComponent(passage.anchor)}`
}

/** Longest question. */
export const MOST_LETTERS = 200
