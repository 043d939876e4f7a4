// The rules for the answer to a question of a form, as `contract::form` defines them: the origin
// judges by the same definition.

import type { FieldKind } from '#/enumerations/field-kind.gen.ts'
import type { Rule } from '#/enumerations/rule.gen.ts'

export type { FieldKind, Rule }

/** Counts characters of a text and chosen options, compares a number. */
type Limit = 'len' | 'min' | 'max'

export type FieldRules = { [limit in Limit]?: number } & {
  kind: FieldKind
  /** May stay empty. */
  optional?: boolean
  /** A regular expression for the whole answer. */
  pattern?: string
  options?: readonly FieldOption[]
}

export type FieldOption = {
  value: string
  /** Shown; the value where it is missing. */
  label?: string
}

/** Text as it was typed; of several choices their values. */
export type FieldAnswer = string | string[]

/** The answer from a form's value of a control: a text, several choices as its words. */
export function answerIn(kind: FieldKind, text: string): FieldAnswer {
  if (kind !== 'choices') return text
  return text === '' ? [] : text.split(' ')
}
