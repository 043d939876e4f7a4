import { expect, test } from 'vitest'
import type { Merge } from '../api.ts'
import { type Choice, joinParagraphs } from './join.ts'

const HEAD = '---\ntitle: One.\n---\n\n'
const paragraph = { field: null, base: 'One.\n\n', mine: 'One, mine.\n\n', theirs: 'One, theirs.\n\n' }

const merge = (text: string, conflicts: NonNullable<Merge['merged']>['conflicts'], base = `${HEAD}One.\n\nTwo.\n`): Merge => ({
  path: 'news/a/en.md',
  theirsVersion: 'v',
  merged: { text, conflicts },
  base,
  mine: '',
  theirs: '',
})

test.each<[Choice, string]>([
  [{ from: 'mine' }, 'One, mine.\n\nTwo.\n'],
  [{ from: 'theirs' }, 'One, theirs.\n\nTwo.\n'],
  [{ from: 'joined', text: 'One, both.' }, 'One, both.\n\nTwo.\n'],
])('a paragraph in conflict: %o', (choice, body) => {
  expect(joinParagraphs(merge(`${HEAD}One, theirs.\n\nTwo.\n`, [paragraph]), [choice])).toBe(HEAD + body)
})

test('fields keep theirs, and conflicts keep their own choices', () => {
  const field = { field: 'title', base: 'One.', mine: 'Mine.', theirs: 'One.' }
  const two = { field: null, base: 'Two.\n', mine: 'Two, mine.\n', theirs: 'Two, theirs.\n' }
  const text = `${HEAD}One, theirs.\n\nTwo, theirs.\n`
  const choices: Choice[] = [{ from: 'mine' }, { from: 'theirs' }, { from: 'mine' }]
  expect(joinParagraphs(merge(text, [field, paragraph, two]), choices)).toBe(`${HEAD}One, theirs.\n\nTwo, mine.\n`)
})

test('a paragraph that they took out returns to its place', () => {
  const removed = { field: null, base: 'Two.\n\n', mine: 'Two, mine.\n\n', theirs: '' }
  const base = `${HEAD}One.\n\nTwo.\n\nThree.\n`
  const joined = joinParagraphs(merge(`${HEAD}One.\n\nThree.\n`, [removed], base), [{ from: 'mine' }])
  expect(joined).toBe(`${HEAD}One.\n\nTwo, mine.\n\nThree.\n`)
})

test('a first paragraph that they took out returns to the beginning', () => {
  const removed = { ...paragraph, theirs: '' }
  expect(joinParagraphs(merge(`${HEAD}Two.\n`, [removed]), [{ from: 'mine' }])).toBe(`${HEAD}One, mine.\n\nTwo.\n`)
})

test('a place that could be another one is refused', () => {
  const twice = `${HEAD}One, theirs.\n\nX.\n\nOne, theirs.\n\nTwo.\n`
  expect(joinParagraphs(merge(twice, [paragraph]), [{ from: 'mine' }])).toBeNull()
})
