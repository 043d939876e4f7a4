// Rules for form fields, and the message of the first one that is broken (R5.01).
//
// A message is a lingui descriptor: the form translates it. `label` is the field's name, already in
// the page's language.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Sizes: exact, or a range open at either end. */
type Sized = { len?: number; min?: number; max?: number }

/**
 * One thing that must hold. `string` and `array` count characters and items, `number` compares the
 * value.
 */
export type Rule =
  | { rule: 'required' }
  | ({ rule: 'string' } & Sized)
  | ({ rule: 'number' } & Sized)
  | ({ rule: 'array' } & Sized)
  | { rule: 'pattern'; pattern: RegExp }
  | { rule: 'enum'; values: readonly (string | number)[] }
  | { rule: 'whitespace' }
  | { rule: 'date' }
  | { rule: 'email' }

/**
 * The message of the first broken rule; undefined when all hold. An empty value breaks `required`
 * only.
 */
export function validate(label: string, value: unknown, rules: readonly Rule[]): MessageDescriptor | undefined {
  for (const rule of rules) {
    if (isEmpty(value) && rule.rule !== 'required') continue
    const message = broken(label, value, rule)
    if (message !== undefined) return message
  }
  return undefined
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function broken(label: string, value: unknown, rule: Rule): MessageDescriptor | undefined {
  switch (rule.rule) {
    case 'required':
      return isEmpty(value) ? msg`Please enter ${label}` : undefined
    case 'string':
      return typeof value === 'string' ? stringSize(label, [...value].length, rule) : wrongType(label, 'string')
    case 'number':
      return isNumeric(value) ? numberSize(label, Number(value), rule) : wrongType(label, 'number')
    case 'array':
      return Array.isArray(value) ? arraySize(label, value.length, rule) : wrongType(label, 'array')
    case 'pattern':
      return rule.pattern.test(String(value)) ? undefined : msg`${label} does not have the expected form`
    case 'enum':
      return rule.values.includes(value as string | number) ? undefined : oneOf(label, rule.values)
    case 'whitespace':
      return String(value).trim() === '' ? msg`${label} cannot consist of spaces only` : undefined
    case 'date':
      return isDate(String(value)) ? undefined : msg`${label} is not a valid date`
    case 'email':
      return isEmail(String(value)) ? undefined : msg`${label} is not a valid e-mail address`
  }
}

function stringSize(label: string, count: number, { len, min, max }: Sized): MessageDescriptor | undefined {
  if (len !== undefined) return count === len ? undefined : msg`${label} must have exactly ${len} characters`
  if (min !== undefined && max !== undefined) {
    return count < min || count > max ? msg`${label} must have between ${min} and ${max} characters` : undefined
  }
  if (min !== undefined && count < min) return msg`${label} must have at least ${min} characters`
  if (max !== undefined && count > max) return msg`${label} may have at most ${max} characters`
  return undefined
}

function numberSize(label: string, value: number, { len, min, max }: Sized): MessageDescriptor | undefined {
  if (len !== undefined) return value === len ? undefined : msg`${label} must be ${len}`
  if (min !== undefined && max !== undefined) {
    return value < min || value > max ? msg`${label} must be between ${min} and ${max}` : undefined
  }
  if (min !== undefined && value < min) return msg`${label} must be at least ${min}`
  if (max !== undefined && value > max) return msg`${label} must be at most ${max}`
  return undefined
}

function arraySize(label: string, count: number, { len, min, max }: Sized): MessageDescriptor | undefined {
  if (len !== undefined) return count === len ? undefined : msg`${label}: choose exactly ${len}`
  if (min !== undefined && max !== undefined) {
    return count < min || count > max ? msg`${label}: choose between ${min} and ${max}` : undefined
  }
  if (min !== undefined && count < min) return msg`${label}: choose at least ${min}`
  if (max !== undefined && count > max) return msg`${label}: choose at most ${max}`
  return undefined
}

function wrongType(label: string, type: 'string' | 'number' | 'array'): MessageDescriptor {
  if (type === 'number') return msg`${label} is not a number`
  return type === 'array' ? msg`${label} is not a list` : msg`${label} is not a text`
}

function oneOf(label: string, values: readonly (string | number)[]): MessageDescriptor {
  const list = values.join(', ')
  return msg`${label} must be one of: ${list}`
}

function isNumeric(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
}

/** `2026-11-21`, and a day that exists. */
function isDate(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (parts === null) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/**
 * Addresses that `<input type="email">` accepts, with a dot in the host. The server decides by
 * sending a code.
 */
function isEmail(value: string): boolean {
  return (
    value.length <= 254 &&
    /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i.test(value)
  )
}
