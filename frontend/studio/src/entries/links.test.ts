import { expect, test } from 'vitest'
import type { ContentFile, Problem } from '../api.ts'
import { filesWithLinks, mendedLinks } from './links.ts'

const broken = (file: string, line: number, address = '/news/a'): Problem => ({
  code: 'broken-link',
  file: `content/${file}`,
  line,
  reason: 'there is no page',
  values: { address },
})

test('links to the entry are found by file, unless something else is wrong, too', () => {
  const own = [broken('news/b/en.md', 3), broken('news/b/en.md', 9), broken('site.yaml', 1)]
  expect(filesWithLinks(own, '/news/a')).toEqual(
    new Map([
      ['news/b/en.md', [3, 9]],
      ['site.yaml', [1]],
    ]),
  )
  expect(filesWithLinks([...own, broken('x.md', 1, '/other')], '/news/a')).toBeUndefined()
  expect(filesWithLinks([{ code: 'render', path: '/', reason: 'x' }], '/news/a')).toBeUndefined()
})

test('links of a line lead to the new address, and longer addresses stay', () => {
  const file = { path: 'x.md', version: 'v', text: 'one\n[A](/news/a), [B](/news/a-b), [C](/news/a#c)\n' } as ContentFile
  expect(mendedLinks(file, [2, 2], '/news/a', '/news/z')).toEqual({
    path: 'x.md',
    version: 'v',
    edits: [{ kind: 'lines', first: 2, last: 2, text: '[A](/news/z), [B](/news/a-b), [C](/news/z#c)' }],
  })
})
