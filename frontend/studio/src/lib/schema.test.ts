import { describe, expect, it } from 'vitest'
import type { Schema, Value } from '../api.ts'
import { emptyValue, inputOf, labelOf, schemaAt } from './schema.ts'

const facts: Schema = { type: 'array', items: { type: 'object', properties: { label: { type: 'string' } }, required: ['label'] } }
const note: Schema = { type: 'object', 'x-localized': true, title: 'A note', additionalProperties: { type: 'string' } }
const schema: Schema = { type: 'object', properties: { facts, note } }

describe('the schema of a form', () => {
  it('leads to the schema of any value in it', () => {
    expect(schemaAt(schema, '/facts/0/label')).toEqual({ type: 'string' })
    expect(schemaAt(schema, '/note/en')).toEqual({ type: 'string' })
    expect(schemaAt(schema, '/none/below')).toBeUndefined()
  })

  it.each<[Schema, Value | undefined, string]>([
    [{ type: 'string' }, 'x', 'text'],
    [{ enum: ['a', 'b'] }, 'a', 'choice'],
    [{ type: 'integer' }, 1, 'number'],
    [{ type: 'boolean' }, true, 'switch'],
    [{ type: 'string', format: 'date' }, '2026-11-26', 'date'],
    [facts, [], 'list'],
    [{ type: 'object' }, {}, 'group'],
    [note, { en: 'x' }, 'languages'],
    [note, 'x', 'text'],
  ])('%j is edited by its own input', (each, value, kind) => {
    expect(inputOf(each, value)).toBe(kind)
  })

  it('makes a new item with the fields that it needs', () => {
    expect(emptyValue(facts.items as Schema)).toEqual({ label: '' })
  })

  it('names a field by its title, else in words', () => {
    expect(labelOf('note', schema.properties?.note)).toBe('A note')
    expect(labelOf('publishAt', {})).toBe('Publish at')
  })
})
