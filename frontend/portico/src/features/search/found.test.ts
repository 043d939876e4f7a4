import { describe, expect, it } from 'vitest'
import { type Hit, passageHref, readQuestion, writeQuestion } from './found.ts'

describe('a question in an address', () => {
  it('comes back as it was written, whatever it is', () => {
    for (const question of [
      { q: '潮生', kind: '', page: 1 },
      { q: 'a & b = <c>#?%', kind: 'news', page: 3 },
      { q: '“引号”+加号', kind: 'page', page: 200 },
    ]) {
      expect(readQuestion(writeQuestion(question))).toEqual(question)
    }
  })

  it('is the first page of every kind where it says no more', () => {
    expect(writeQuestion({ q: 'tide', kind: '', page: 1 })).toBe('?q=tide')
    for (const page of ['0', '-1', '1.5', 'x', '']) {
      expect(readQuestion(`?q=+tide+&page=${page}`)).toEqual({ q: 'tide', kind: '', page: 1 })
    }
    expect(readQuestion('')).toEqual({ q: '', kind: '', page: 1 })
  })

  it('is no longer than the origin takes', () => {
    expect(readQuestion(`?q=${'潮'.repeat(999)}`).q).toHaveLength(200)
  })
})

describe('the place of a passage', () => {
  const hit: Hit = { href: '/news/a', title: 'A', kind: 'news', locale: 'en', passages: [] }

  it('is the heading above it, or the page', () => {
    expect(passageHref(hit, { anchor: '为什么', text: [] })).toBe(`/news/a#${encodeURIComponent('为什么')}`)
    expect(passageHref(hit, { text: [] })).toBe('/news/a')
  })
})
