// The message of each broken rule (R5.01). `label` is the field's name in the page's language.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FieldRules, Rule } from '#/ui/form/field-rules.ts'

/** `number` writes a number as the language does. */
export type Words = { label: string; number: (value: number) => string }

export function wordsOf(rule: Rule, field: FieldRules, { label, number }: Words): MessageDescriptor {
  switch (rule) {
    case 'required':
      return isChosen(field) ? msg`Please choose: ${label}` : msg`Please enter ${label}`
    case 'whitespace':
      return msg`${label} cannot consist of spaces only`
    case 'type':
      return wrongType(field, label)
    case 'length':
      return textSize(label, range(field, number))
    case 'number':
      return numberSize(label, range(field, number))
    case 'count':
      return listSize(label, range(field, number))
    case 'option':
      return oneOf(field, label)
    case 'date':
      return msg`${label} is not a valid date`
    case 'email':
      return msg`${label} is not a valid e-mail address`
    case 'pattern':
      return msg`${label} does not have the expected form`
    case 'arrived':
      return msg`${label} has not arrived; please choose the file again`
    case 'empty':
      return msg`${label} is empty`
    case 'size':
      return msg`${label} is too large`
    case 'content':
      return msg`${label} is of a kind that is not taken`
  }
}

type Range = { len?: string; min?: string; max?: string }

const isChosen = ({ kind }: FieldRules) => kind === 'choice' || kind === 'choices'

function range({ len, min, max }: FieldRules, number: Words['number']): Range {
  const written = { len, min, max }
  const entries = Object.entries(written).flatMap(([limit, value]) => (value === undefined ? [] : [[limit, number(value)]]))
  return Object.fromEntries(entries) as Range
}

function textSize(label: string, { len, min, max = '' }: Range): MessageDescriptor {
  if (len !== undefined) return msg`${label} must have exactly ${len} characters`
  if (min !== undefined && max !== '') return msg`${label} must have between ${min} and ${max} characters`
  if (min !== undefined) return msg`${label} must have at least ${min} characters`
  return msg`${label} may have at most ${max} characters`
}

function numberSize(label: string, { len, min, max = '' }: Range): MessageDescriptor {
  if (len !== undefined) return msg`${label} must be ${len}`
  if (min !== undefined && max !== '') return msg`${label} must be between ${min} and ${max}`
  if (min !== undefined) return msg`${label} must be at least ${min}`
  return msg`${label} must be at most ${max}`
}

function listSize(label: string, { len, min, max = '' }: Range): MessageDescriptor {
  if (len !== undefined) return msg`${label}: choose exactly ${len}`
  if (min !== undefined && max !== '') return msg`${label}: choose between ${min} and ${max}`
  if (min !== undefined) return msg`${label}: choose at least ${min}`
  return msg`${label}: choose at most ${max}`
}

function wrongType({ kind }: FieldRules, label: string): MessageDescriptor {
  switch (kind) {
    case 'number':
      return msg`${label} is not a number`
    case 'url':
      return msg`${label} is not a web address`
    case 'choices':
      return msg`${label} is not a list`
    case 'text':
    case 'lines':
    case 'email':
    case 'tel':
    case 'date':
    case 'choice':
      return msg`${label} is not a text`
  }
}

function oneOf({ options = [] }: FieldRules, name: string): MessageDescriptor {
  const list = options.map(({ value, label = value }) => label).join(', ')
  const label = name
  return msg`${label} must be one of: ${list}`
}
