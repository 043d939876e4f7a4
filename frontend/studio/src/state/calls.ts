// The calls, in the language of the studio.

import { i18n } from '@lingui/core'
import { type CallError, createApi, type Problem } from '../api.ts'
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
