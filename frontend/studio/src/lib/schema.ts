// Reading a JSON Schema for a form: the schema of a value, its input, and its name.

import type { Schema, Value } from '../api.ts'

/** Input of a value. */
export type InputKind = 'text' | 'choice' | 'number' | 'switch' | 'date' | 'time' | 'list' | 'group' | 'languages'

/** Longest text that begins on one line. */
const SHORT = 60

/** The schema of the value at a pointer; undefined if the schema does not know it. */
export function schemaAt(schema: Schema, pointer: string): Schema | undefined {
  let at: Schema | undefined = schema
  for (const step of pointer.split('/').slice(1)) at = memberOf(at, step)
  return at
}

function memberOf(schema: Schema | undefined, step: string): Schema | undefined {
  const { items, properties, additionalProperties: others } = schema ?? {}
  return items ?? properties?.[step] ?? (typeof others === 'object' ? others : undefined)
}

/** The input for a value. A localized value that is one text for all languages stays one text. */
export function inputOf(schema: Schema, value: Value | undefined): InputKind {
  if (schema['x-localized']) return typeof value === 'string' ? 'text' : 'languages'
  if (schema.enum !== undefined) return 'choice'
  if (schema.type === 'boolean') return 'switch'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'array') return 'list'
  if (schema.type === 'object' || schema.properties !== undefined) return 'group'
  if (schema.format === 'date') return 'date'
  return schema.format === 'date-time' ? 'time' : 'text'
}

/** Whether a text is edited on one line at first. */
export const isShort = (value: Value | undefined): boolean => String(value ?? '').length <= SHORT

/** What a new item of a list begins as. */
export function emptyValue(schema: Schema): Value {
  const kind = inputOf(schema, '')
  if (kind === 'group')
    return Object.fromEntries((schema.required ?? []).map((name) => [name, emptyValue(schema.properties?.[name] ?? {})]))
  if (kind === 'list') return Array.from({ length: schema.minItems ?? 0 }, () => emptyValue(schema.items ?? {}))
  if (kind === 'choice') return schema.enum?.[0] ?? ''
  if (kind === 'number') return schema.minimum ?? 0
  return kind === 'switch' ? false : ''
}

/** The name of a field for people: its title, or `publishAt` as `Publish at`. */
export function labelOf(name: string, schema: Schema | undefined): string {
  if (schema?.title) return schema.title
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
