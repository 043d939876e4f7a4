import { expect, test } from 'vitest'
import type { LineChange } from '../past.ts'
import { partsOfLines } from './line-parts.ts'

const line = (change: LineChange['change'], text: string, field?: string): LineChange => ({
  change,
  text,
  ...(field && { field }),
})

test('a changed line is one part, with its words', () => {
  expect(
    partsOfLines([line('removed', 'Alder one', 'title'), line('added', 'Alder two', 'title'), line('same', 'Text.')]),
  ).toEqual([
    {
      field: 'title',
      kind: 'changed',
      pieces: [
        { kind: 'same', text: 'Alder ' },
        { kind: 'removed', text: 'one' },
        { kind: 'added', text: 'two' },
      ],
    },
  ])
})

test('lines of other fields, and paragraphs with other words, are removed and added', () => {
  const kinds = (lines: LineChange[]) => partsOfLines(lines).map(({ field, kind }) => [field, kind])
  expect(kinds([line('removed', 'A', 'title'), line('added', 'A', 'lead')])).toEqual([
    ['title', 'removed'],
    ['lead', 'added'],
  ])
  expect(kinds([line('removed', 'Nothing of it remains here.'), line('added', 'Wholly different words follow.')])).toEqual([
    [null, 'removed'],
    [null, 'added'],
  ])
  expect(kinds([line('same', 'A'), line('same', 'B')])).toEqual([])
})
