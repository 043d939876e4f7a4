import { expect, test } from 'vitest'
import { differByWords, shortened, stepsBetween } from './word-difference.ts'

const written = (before: string, after: string) =>
  differByWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
    .join('')

test.each([
  ['Ten tools for ports.', 'Twelve tools for ports.', '[-Ten-]{+Twelve+} tools for ports.'],
  ['Ten tools for ports.', 'Ten good tools for ports.', 'Ten {+good +}tools for ports.'],
  ['We sold the old plant.', 'We bought a new plant.', 'We [-sold the old-]{+bought a new+} plant.'],
  ['公司成立于上海。', '公司成立于北京。', '公司成立于[-上海-]{+北京+}。'],
  ['我们投资港口软件。', '我们长期投资港口软件。', '我们{+长期+}投资港口软件。'],
  ['', 'New.', '{+New.+}'],
  ['same', 'same', 'same'],
])('%s → %s', (before, after, expected) => {
  expect(written(before, after)).toBe(expected)
})

test('both versions can be read from the pieces', () => {
  const [before, after] = ['a b, c d e. 上海的公司', 'b, x c e! e 北京的公司']
  const pieces = differByWords(before, after)
  const without = (kind: string) =>
    pieces
      .filter((piece) => piece.kind !== kind)
      .map(({ text }) => text)
      .join('')
  expect([without('added'), without('removed')]).toEqual([before, after])
})

test('lists too long to compare are replaced where they differ', () => {
  const list = (name: string) => Array.from({ length: 3000 }, (_, index) => `${name}${index}`)
  const steps = stepsBetween(['x', ...list('a'), 'y'], ['x', ...list('b'), 'y'])
  expect([steps.length, steps[0]?.kind, steps.at(-1)?.kind]).toEqual([6002, 'same', 'same'])
})

test('long unchanged parts keep their ends beside a change', () => {
  const long = 'word '.repeat(100)
  const [first, , last] = shortened(differByWords(`${long}old ${long}`, `${long}new ${long}`))
  expect(first?.text.length).toBeLessThan(100)
  expect(last?.kind).toBe('added')
})
