// The calls, in the language of the studio.

import { i18n } from '@lingui/core'
import { CallError, createApi, type Problem } from '../api.ts'
import { useStudio } from './store.ts'

/** The calls of this page. */
export const api = createApi(() => i18n.locale)

/** Shows a refusal that no field has. */
export function refuse({ status, message }: CallError): void {
  useStudio.setState({ refusal: { status, message } })
}

/** The problems that an answer names, or its sentence as the only one. */
export function problemsOf({ data, message }: CallError): Problem[] {
  const problems = (data as { problems?: Problem[] } | null)?.problems
  return problems ?? [{ severity: 'error', reason: message }]
}

/**
 * Calls the server; `show` takes the words of a refusal, or null before the call. Returns whether
 * it was carried out.
 */
export async function tryCall(show: (refusal: string | null) => void, call: () => Promise<void>): Promise<boolean> {
  show(null)
  try {
    await call()
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status === 401 || error.status === 0) refuse(error)
    else show(error.message)
    return false
  }
}
