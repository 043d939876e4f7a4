import { expect, test } from 'vitest'
import { readView, type View, viewQuery } from './view.ts'

test('an address names its view, and an unknown one is that of a page', () => {
  const views: View[] = [
    { name: 'page' },
    { name: 'entries' },
    { name: 'calendar' },
    { name: 'history', of: null },
    { name: 'history', of: '/en/about' },
    { name: 'messages' },
    { name: 'file', file: 'news/a/en.md', line: 4 },
    { name: 'file', file: 'site.yaml', line: null },
  ]
  for (const view of views) expect(readView(`?${new URLSearchParams(viewQuery(view))}`)).toEqual(view)
  for (const search of ['', '?view=other', '?view=file', '?page=/en']) expect(readView(search)).toEqual({ name: 'page' })
})
