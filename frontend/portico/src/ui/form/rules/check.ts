// The errors of a field, in the words of a language. Fetched when a form is first used: a page that
// shows one loads neither the rules nor their words.

import type { I18n } from '@lingui/core'
import type { LocaleCode } from '#/contract.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { answerIn, type FieldRules, type Rule } from '#/ui/form/field-rules.ts'
import { brokenRule } from './schema.ts'
import { wordsOf } from './words.ts'

export type LabelledRules = FieldRules & { label: string }

export type Check = {
  /** Why the value in the field's control is refused; undefined if it is accepted. */
  text: (field: LabelledRules, text: string) => string | undefined
  /** The words for a rule that another program found broken. */
  rule: (field: LabelledRules, rule: Rule) => string
}

export async function checkIn(locale: LocaleCode): Promise<Check> {
  return checkWith(await loadI18n(locale, 'forms'))
}

export function checkWith(i18n: I18n): Check {
  const words = (field: LabelledRules, rule: Rule) =>
    sentence(i18n._(wordsOf(rule, field, { label: field.label, number: (value) => i18n.number(value) })))
  return {
    rule: words,
    text: (field, text) => {
      const rule = brokenRule(field, answerIn(field.kind, text))
      return rule === undefined ? undefined : words(field, rule)
    },
  }
}

/** A message may begin with the field's label, which is written as within a sentence. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
