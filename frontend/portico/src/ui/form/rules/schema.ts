// The schema of a question, made from its definition. `contract/tests/golden/form-cases.json` has
// the expected result for each answer, both here and in the origin.

import * as v from 'valibot'
import type { FieldAnswer, FieldRules, Rule } from '#/ui/form/field-rules.ts'
import { plainText } from './plain.ts'

type Check<Value> = v.CheckAction<Value, Rule>
type Schema = v.GenericSchema<unknown>

/**
 * The first rule that `answer` breaks; undefined when all hold. A missing answer counts as empty.
 */
export function brokenRule(field: FieldRules, answer: FieldAnswer | null | undefined): Rule | undefined {
  if (answer === undefined || answer === null || answer.length === 0) return field.optional ? undefined : 'required'
  const plain = typeof answer === 'string' ? plainText(field, answer) : answer
  const result = v.safeParse(schemaOf(field), plain, { abortEarly: true, abortPipeEarly: true })
  return result.success ? undefined : (result.issues[0].message as Rule)
}

/** The schema that an answer fulfils. The message of an issue is the broken rule. */
function schemaOf(field: FieldRules): Schema {
  if (field.kind === 'choices') {
    return piped(v.array(v.string(TYPE), TYPE), [
      within('count', field, (values: string[]) => values.length),
      check('option', (values: string[]) => values.every(among(field)) && new Set(values).size === values.length),
    ])
  }
  return piped(v.string(TYPE), [
    check('type', hasType(field.kind)),
    check('whitespace', (value) => value.trim() !== ''),
    // Characters are code points, as the origin counts them.
    field.kind === 'number' ? within('number', field, Number) : within('length', field, (value: string) => [...value].length),
    ...pattern(field),
    ...form(field),
  ])
}

const TYPE = 'type' satisfies Rule

function hasType(kind: FieldRules['kind']): (value: string) => boolean {
  // No visitor types a control character.
  const forbidden = kind === 'lines' ? /[^\P{Cc}\t\r\n]/u : /[^\P{Cc}\t]/u
  return (value) => !forbidden.test(value) && hasForm(kind, value)
}

function hasForm(kind: FieldRules['kind'], value: string): boolean {
  switch (kind) {
    case 'number':
      return isDecimal(value)
    case 'url':
      return isAddress(value)
    case 'text':
    case 'lines':
    case 'email':
    case 'tel':
    case 'date':
    case 'choice':
    case 'choices':
      return true
  }
}

function form(field: FieldRules): Check<string>[] {
  switch (field.kind) {
    case 'choice':
      return [check('option', among(field))]
    case 'date':
      return [check('date', isDate)]
    case 'email':
      return [check('email', isEmail)]
    case 'text':
    case 'lines':
    case 'tel':
    case 'url':
    case 'number':
    case 'choices':
      return []
  }
}

function within<Value>(rule: Rule, { len, min, max }: FieldRules, sizeOf: (value: Value) => number): Check<Value> {
  return check(rule, (value: Value) => {
    const size = sizeOf(value)
    return size === (len ?? size) && size >= (min ?? size) && size <= (max ?? size)
  })
}

/** The whole text, whatever anchors the pattern has. */
function pattern({ pattern }: FieldRules): Check<string>[] {
  if (pattern === undefined) return []
  const whole = new RegExp(`^(?:${pattern})$`, 'u')
  return [check('pattern', (value) => whole.test(value))]
}

const among = ({ options = [] }: FieldRules) => {
  return (value: string) => options.some((option) => option.value === value)
}

function check<Value = string>(rule: Rule, holds: (value: Value) => boolean): Check<Value> {
  return v.check(holds, rule)
}

function piped<Value>(schema: v.GenericSchema<Value>, checks: Check<Value>[]): Schema {
  return v.pipe(schema, ...(checks as [Check<Value>]))
}

const isDecimal = (value: string) => /^-?\d+(\.\d+)?$/u.test(value)

/** `2026-11-21`, and a day that exists. */
function isDate(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(value)
  if (parts === null) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(2000, 0, 1))
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/**
 * Addresses that `<input type="email">` accepts, with a dot in the host. The server decides by
 * sending an e-mail.
 */
function isEmail(value: string): boolean {
  return (
    value.length <= 254 &&
    /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i.test(value)
  )
}

/** On the web, with or without its scheme. */
function isAddress(value: string): boolean {
  if (/\s/u.test(value)) return false
  const address = /^https?:\/\//iu.test(value) ? value : `https://${value}`
  if (!URL.canParse(address)) return false
  const { username, password, hostname } = new URL(address)
  return username === '' && password === '' && hostname.includes('.') && !/^[\d.]+$|^\[/u.test(hostname)
}
