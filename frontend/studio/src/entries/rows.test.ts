import { expect, test } from 'vitest'
import type { Entry, TextState } from '../api.ts'
import { filterRows, rowsOf, targetOfEntry, titleOf } from './rows.ts'

const entry = (slug: string, zh: string, en?: string, state: TextState = 'live', collection = 'news'): Entry => ({
  collection,
  slug,
  access: 'public',
  texts: [
    { locale: 'zh-CN', title: zh, state: 'live', path: `${collection}/${slug}/zh-CN.md`, href: `/${slug}` },
    en === undefined
      ? { locale: 'en', state: 'missing' }
      : { locale: 'en', title: en, state, path: `${collection}/${slug}/en.md`, href: `/en/${slug}` },
  ],
})

const ALL = { words: '', collection: '', state: '', locale: '' } as const
const entries = [
  entry('fund-one', '一期基金', 'Fund one'),
  entry('annual-2026', '年会', 'Annual meeting', 'draft'),
  entry('seven', '七年'),
  entry('ann', '安', 'Ann', 'live', 'people'),
]
const slugs = (filter: Partial<Parameters<typeof filterRows>[1]>, order: 'title' | 'state' = 'title') =>
  filterRows(rowsOf(entries, filter.locale ?? '', order), { ...ALL, ...filter }).map(({ entry: { slug } }) => slug)

test('words are found in titles of every language and in slugs, whatever their case', () => {
  expect(slugs({ words: '基金' })).toEqual(['fund-one'])
  expect(slugs({ words: 'MEETING annual' })).toEqual(['annual-2026'])
  expect(slugs({ words: 'ｆｕｎｄ' })).toEqual(['fund-one'])
  expect(slugs({ words: 'nothing' })).toEqual([])
})

test('collection, and state in a language, narrow the list', () => {
  expect(slugs({ collection: 'people' })).toEqual(['ann'])
  expect(slugs({ state: 'draft' })).toEqual(['annual-2026'])
  expect(slugs({ state: 'draft', locale: 'zh-CN' })).toEqual([])
  expect(slugs({ state: 'missing', locale: 'en' })).toEqual(['seven'])
})

test('rows are in the order of titles, or of what needs work', () => {
  expect(slugs({ locale: 'en' }, 'title')).toEqual(['ann', 'annual-2026', 'fund-one', 'seven'])
  expect(slugs({ locale: 'en' }, 'state')).toEqual(['seven', 'annual-2026', 'ann', 'fund-one'])
})

test('a translation behind its original is found, and comes after those that are missing', () => {
  const [one, ...others] = entries as [Entry, ...Entry[]]
  const behind = { ...one, texts: one.texts.map((text) => ({ ...text, outdated: text.locale === 'en' })) }
  const found = (filter: object) => filterRows(rowsOf([behind, ...others], 'en', 'state'), { ...ALL, ...filter })
  expect(found({ state: 'outdated' }).map(({ entry: { slug } }) => slug)).toEqual(['fund-one'])
  expect(found({ state: 'live' }).map(({ entry: { slug } }) => slug)).toContain('fund-one')
  expect(found({ locale: 'en' }).map(({ entry: { slug } }) => slug)).toEqual(['seven', 'fund-one', 'annual-2026', 'ann'])
})

test('an entry is named and opened in the language, else in one that it has', () => {
  const [fund, , seven] = entries as [Entry, Entry, Entry, Entry]
  expect(titleOf(fund, 'en')).toBe('Fund one')
  expect(titleOf(seven, 'en')).toBe('七年')
  expect(targetOfEntry(fund, 'en')).toEqual({ href: '/en/fund-one' })
  expect(targetOfEntry(seven, 'en')).toEqual({ href: '/seven' })
  const bare = { ...fund, texts: fund.texts.map((text) => ({ ...text, href: null })) }
  expect(targetOfEntry(bare, 'en')).toEqual({ file: 'news/fund-one/en.md' })
})

test('20,000 rows are filtered at once', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => entry(`item-${index}`, `新闻第${index}号`, `Item number ${index}`))
  const rows = rowsOf(many, 'en', 'title')
  const start = performance.now()
  expect(filterRows(rows, { ...ALL, words: 'number 1999' })).toHaveLength(12)
  expect(performance.now() - start).toBeLessThan(200)
})
