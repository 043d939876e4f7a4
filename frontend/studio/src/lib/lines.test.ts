import { expect, test } from 'vitest'
import { findBlock, type Lines, linesIn, textAt, withLines } from './lines.ts'

const BEFORE = 'a\n\nb\nc\n\nd\n'

test.each<[string, string, Lines, Lines]>([
  ['nothing else', BEFORE, [3, 4], [3, 4]],
  ['lines before it', 'x\ny\na\n\nb\nc\n\nd\n', [3, 4], [5, 6]],
  ['fewer lines before it', 'b\nc\n\nd\n', [3, 4], [1, 2]],
  ['lines directly before it', 'a\n\nx\nb\nc\n\nd\n', [3, 4], [4, 5]],
  ['lines after it', 'a\n\nb\nc\nx\n\nd\n', [3, 4], [3, 4]],
  ['its own words', 'a\n\nB\nC\n\nd\n', [3, 4], [3, 4]],
  ['one of its lines', 'a\n\nb\nC\n\nd\n', [3, 4], [3, 4]],
  ['more lines of its own', 'a\n\nb\nb2\nC\nC2\n\nd\n', [3, 4], [3, 6]],
  ['its end', 'a\n\n\nd\n', [3, 4], [3, 2]],
  ['a place between two lines', 'x\na\n\nb\nc\n\nd\n', [3, 2], [4, 3]],
  ['both of two neighbours', 'A\n\nB\n\nd\n', [3, 4], [3, 3]],
  ['windows line ends', 'x\r\na\r\n\r\nb\r\nc\r\n\r\nd\r\n', [3, 4], [4, 5]],
])('after another editor changed %s, the block is found', (_, after, lines, expected) => {
  expect(linesIn(after, BEFORE, lines)).toEqual(expected)
})

test('the first and the last line are found, and a whole text', () => {
  expect(linesIn('x\na', 'a', [1, 1])).toEqual([2, 2])
  expect(linesIn('a\nx', 'a', [1, 1])).toEqual([1, 1])
  expect(linesIn('a\nb', 'x\nb', [1, 1])).toEqual([1, 1])
  expect(linesIn('b', 'a\nb', [1, 1])).toEqual([1, 0])
  expect(linesIn('x\nb', 'b', [1, 0])).toEqual([1, 0])
})

test.each<[Lines, string, string]>([
  [[3, 4], 'x', 'a\n\nx\n\nd\n'],
  [[3, 4], 'x\ny\n', 'a\n\nx\ny\n\nd\n'],
  [[3, 4], '', 'a\n\n\nd\n'],
  [[3, 2], 'x', 'a\n\nx\nb\nc\n\nd\n'],
])('lines %j become %j', (lines, fresh, expected) => {
  expect(withLines(BEFORE, lines, fresh)).toBe(expected)
})

test('a block is found by its text, unless it is there twice or not at all', () => {
  expect(findBlock(BEFORE, 'b\nc')).toEqual([3, 4])
  expect(textAt(BEFORE, [3, 4])).toBe('b\nc')
  expect(findBlock(`${BEFORE}\nb\nc\n`, 'b\nc')).toBeUndefined()
  expect(findBlock(BEFORE, 'x')).toBeUndefined()
})
