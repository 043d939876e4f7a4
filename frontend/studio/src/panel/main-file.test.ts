import { expect, it } from 'vitest'
import type { Place } from '../api.ts'
import { filesOf } from './main-file.ts'

const at = (file: string, field: string): Place => ({ file: `content/${file}`, field, lines: [1, 1], column: 1, text: '' })

it.each<[string, Place[], string[]]>([
  ['that of the body', [at('a.md', '/x'), at('a.md', '/y'), at('b.md', '')], ['b.md', 'a.md']],
  ['that with most texts, if none has a body', [at('a.md', '/x'), at('b.md', '/x'), at('b.md', '/y')], ['b.md', 'a.md']],
  ['not that of the settings', [at('site.yaml', '/x'), at('site.yaml', '/y'), at('n/b.md', '/x')], ['n/b.md', 'site.yaml']],
  ['none, if the page has no texts of the content', [], []],
])("a page's own file is %s", (_, places, files) => {
  expect(filesOf(places)).toEqual(files)
})
