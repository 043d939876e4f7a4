import { expect, it } from 'vitest'
import { headings } from './headings.ts'

it('lists headings of the second level with their anchors, as they are read', () => {
  const html = '<p>…</p><h2 id="a">1. Who <em>we</em> are</h2><h3 id="b">No</h3><h2 id="责任">二、R&amp;D</h2>'
  expect(headings(html)).toEqual([
    { id: 'a', text: '1. Who we are' },
    { id: '责任', text: '二、R&D' },
  ])
})

it('a text without headings has no contents', () => {
  expect(headings('<p>One paragraph.</p>')).toEqual([])
})
