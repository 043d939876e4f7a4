import { expect, test } from 'vitest'
import { faultOf, slugOf } from './slug.ts'

test('a title becomes a name in lower case with hyphens', () => {
  expect(slugOf('  Ünï: Radial’s monitor, 2026!  ')).toBe('uni-radials-monitor-2026')
  expect(slugOf('Straße')).toBe('strasse')
  expect(slugOf('年会')).toBe('')
  expect(slugOf('2026 年会 notes')).toBe('2026-notes')
})

test('a long title is cut between words', () => {
  const slug = slugOf('word '.repeat(40))
  expect(slug.length).toBeLessThanOrEqual(60)
  expect(slug).toMatch(/^(word-)+word$/)
  expect(slugOf('x'.repeat(99))).toHaveLength(60)
})

test('a name that cannot be used has a reason', () => {
  const taken = new Set(['fund-one'])
  expect(faultOf('fund-two', taken)).toBeUndefined()
  expect(faultOf('', taken)).toBe('empty')
  expect(faultOf('fund-one', taken)).toBe('taken')
  for (const slug of ['Fund', 'a b', '-a', 'a-', 'a--b', '年会', 'a/b']) expect(faultOf(slug, taken)).toBe('letters')
})
