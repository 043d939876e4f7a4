// The source of answers: the origin, or on a site without one the browser itself, from an index
// that the generator publishes. The caller does not know which.

import { api } from '#/api/client.ts'
import type { LocaleCode, RuntimeConfig } from '#/contract.ts'
import type { Found, Source } from '../found.ts'

export function sourceOf(kind: RuntimeConfig['search'], locale: LocaleCode): Source {
  return kind === 'browser' ? browser(locale) : origin
}

const origin: Source = ({ q, kind, page }, signal) =>
  api.get<Found>('/api/search', { q, page, ...(kind === '' ? {} : { kind }) }, { signal })

/**
 * Code and index are fetched with the first question; a failure is forgotten, so that it is tried
 * again.
 */
function browser(locale: LocaleCode): Source {
  return async (question, signal) => {
    const { indexOf } = await import('./browser-index.ts')
    const search = await indexOf(locale)
    signal.throwIfAborted()
    return search(question)
  }
}
