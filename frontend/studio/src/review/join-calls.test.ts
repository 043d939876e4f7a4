import { expect, test } from 'vitest'
import type { ContentFile } from '../api.ts'
import { fieldEdits, type Versions } from './join-calls.ts'

const file = (fields: ContentFile['fields']) => ({ fields }) as ContentFile

const conflict = (field: string | null, mine: string) => ({ field, base: '', mine, theirs: 'theirs' })

const VERSIONS: Versions = {
  merge: {
    path: 'news/a/en.md',
    theirsVersion: 'v',
    merged: { text: '', conflicts: [conflict('tags', '["a"]'), conflict(null, 'x'), conflict('a/b', ''), conflict('year', '1')] },
    base: '',
    mine: '',
    theirs: '',
  },
  mine: file({ tags: ['a'], year: 1 }),
  theirs: file({}),
}

const schemaOf = (field: string) => ({ type: field === 'year' ? 'integer' : 'string' })

test('a chosen field gets its own value, and one that was taken out goes', () => {
  const mine = { from: 'mine' as const }
  expect(fieldEdits(VERSIONS, [mine, mine, mine, { from: 'theirs' }], schemaOf)).toEqual([
    { kind: 'field', field: '/tags', value: ['a'] },
    { kind: 'removeField', field: '/a~1b' },
  ])
})

test('a joined value has the type of the field', () => {
  const theirs = { from: 'theirs' as const }
  const joined = (text: string) => ({ from: 'joined' as const, text })
  expect(fieldEdits(VERSIONS, [theirs, theirs, joined('7'), joined('7')], schemaOf)).toEqual([
    { kind: 'field', field: '/a~1b', value: '7' },
    { kind: 'field', field: '/year', value: 7 },
  ])
})
