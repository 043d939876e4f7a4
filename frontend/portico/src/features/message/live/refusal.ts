// The origin's refusals of a message, as far as its sender can act on them. PURE.

import type { ApiError } from '#/api/errors.ts'
import { type Rule, ruleValues } from '#/enumerations/rule.gen.ts'
import type { FormDefinition } from '../form-definition.ts'

export type Fault = { name: string; rule: Rule }

/**
 * `questions`: answers have to be changed; `labels` names them · `person`: the origin wants to see
 * a person, `isAgain` after characters that did not match · `consent`: its text has changed ·
 * `busy`: another try helps in `seconds` · `away`: another try helps later · `other`: `message` has
 * the reason.
 */
export type Refusal =
  | { kind: 'questions'; labels: string[] }
  | { kind: 'person'; isAgain: boolean }
  | { kind: 'consent' }
  | { kind: 'busy'; seconds: number }
  | { kind: 'away' }
  | { kind: 'other'; message: string }

export function refusalOf(error: ApiError, definition: FormDefinition): Refusal {
  const labels = faultsIn(error).map(({ name }) => labelOf(name, definition))
  if (labels.length > 0) return { kind: 'questions', labels: [...new Set(labels)] }
  if (error.field === 'captcha') return { kind: 'person', isAgain: error.status !== 403 }
  if (error.field === 'agreements') return { kind: 'consent' }
  if (error.status === 429 && error.retryAfter !== undefined) return { kind: 'busy', seconds: error.retryAfter }
  const isOther = error.isOurs && error.status < 500 && error.status !== 429 && error.message !== ''
  return isOther ? { kind: 'other', message: error.message } : { kind: 'away' }
}

/** Faults that the origin found, question by question; rules of a newer origin are left out. */
export function faultsIn({ data }: ApiError): Fault[] {
  const fields = (data as { fields?: unknown } | undefined)?.fields
  return Array.isArray(fields) ? fields.filter(isFault) : []
}

function isFault(fault: unknown): fault is Fault {
  const { name, rule } = (fault ?? {}) as { [key in keyof Fault]: unknown }
  return typeof name === 'string' && (ruleValues as readonly unknown[]).includes(rule)
}

function labelOf(name: string, { fields, file }: FormDefinition): string {
  if (name === 'file' && file !== undefined) return file.label
  return fields.find((question) => question.name === name)?.label ?? name
}
