// A question and its result: asked a moment after the last letter, cancelled when another one
// overtakes it, asked again when the connection is back.

import { useEffect, useState } from 'react'
import { ApiError } from '#/api/errors.ts'
import { usePage, useSite } from '#/page/page.tsx'
import { useOnline } from '#/state/use-online.ts'
import type { Found, Question } from '../found.ts'
import { sourceOf } from './sources.ts'

/** `limited`: asked too often. */
type SearchStatus = 'idle' | 'waiting' | 'found' | 'offline' | 'limited' | 'failed'

export type Search = {
  status: SearchStatus
  /** The last answer, also while the next one is awaited. */
  found: Found | undefined
  /** Asks the same again. */
  retry: () => void
}

type Outcome = { key: string; found?: Found; failure?: 'offline' | 'limited' | 'failed' }

export function useSearch(question: Question, delay = 0): Search {
  const { locale } = usePage()
  const { runtime } = useSite()
  const isOnline = useOnline()
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>()
  const key = `${attempt} ${JSON.stringify(question)}`
  // The question by its key: another object may be the same question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (question.q === '') return setOutcome(undefined)
    const controller = new AbortController()
    const { signal } = controller
    const ask = async () => {
      try {
        const found = await sourceOf(runtime.search, locale)(question, signal)
        if (!signal.aborted) setOutcome({ key, found })
      } catch (error) {
        if (!signal.aborted) setOutcome((last) => ({ key, found: last?.found, failure: failureOf(error) }))
      }
    }
    const timer = setTimeout(() => void ask(), delay)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, locale, runtime.search])
  // Back online: a question that could not be asked is asked now.
  const isCutOff = outcome?.failure === 'offline'
  useEffect(() => {
    if (isOnline && isCutOff) setAttempt((last) => last + 1)
  }, [isOnline, isCutOff])
  return { status: statusOf(question, key, outcome), found: outcome?.found, retry: () => setAttempt((last) => last + 1) }
}

function statusOf({ q }: Question, key: string, outcome: Outcome | undefined): SearchStatus {
  if (q === '') return 'idle'
  if (outcome?.key !== key) return 'waiting'
  return outcome.failure ?? 'found'
}

function failureOf(error: unknown): Outcome['failure'] {
  if (!navigator.onLine) return 'offline'
  return error instanceof ApiError && error.code === 429 ? 'limited' : 'failed'
}
