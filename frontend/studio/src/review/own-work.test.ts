import { expect, test } from 'vitest'
import { isWorkOf } from './own-work.ts'

test.each([
  ['ann@example.com', [], true],
  ['Ann@Example.com', [], true],
  ['cy@example.com', [], false],
  ['cy@example.com', ['cy@example.com'], true],
  ['cy@example.com', ['agent: claude (cy@example.com)'], true],
  ['cy@example.com', ['agent: cy@example.com'], false],
])('work of %s with the editors %j: %s', (user, editors, expected) => {
  expect(isWorkOf({ author: 'ann@example.com', editors }, user)).toBe(expected)
})
