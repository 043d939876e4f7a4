import { expect, test } from 'vitest'
import type { Collection, ContentFile, Entry, SiteLocale } from '../api.ts'
import { additions, addressOf, copies, moves, publications, removals } from './plans.ts'

const LOCALES: SiteLocale[] = [
  { code: 'zh-CN', name: '中文', prefix: '', default: true },
  { code: 'en', name: 'English', prefix: '/en', default: false },
]
const ENTRY: Entry = {
  collection: 'news',
  slug: 'a',
  access: 'public',
  texts: [
    { locale: 'zh-CN', state: 'missing' },
    { locale: 'en', state: 'live', path: 'news/a/en.md', href: '/en/news/a' },
  ],
}
const TEXT = { path: 'news/a/en.md', version: 'v1', fields: { title: 'A', aliases: ['/old'], publishAt: 'x' } }
const FOLDER = {
  texts: [TEXT as unknown as ContentFile],
  others: [{ path: 'news/a/x.png', size: 9, version: 'v2' }],
}

test('a new entry is a draft in each language, with the fields that all share', () => {
  const news: Collection = { name: 'news', kind: 'markdown', schema: {}, words: {} }
  const changes = additions(news, 'b', LOCALES, { shared: { date: '2026-01-01' }, byLocale: { en: { title: 'B' } } })
  expect(changes.map(({ path }) => path)).toEqual(['news/b/zh-CN.md', 'news/b/en.md'])
  expect(changes[1]?.edits).toMatchObject([
    { kind: 'text', text: '---\ndraft: true\n---\n' },
    { field: '/date', value: '2026-01-01' },
    { field: '/title', value: 'B' },
  ])
  const data: Collection = { name: 'totals', kind: 'data', schema: {}, words: {} }
  expect(additions(data, 'b', LOCALES, { shared: {}, byLocale: {} })).toMatchObject([{ path: 'totals/b.yaml' }])
})

test('a copy is a draft without times and earlier addresses', () => {
  expect(copies(ENTRY, 'b', FOLDER)).toEqual([
    {
      path: 'news/b/en.md',
      version: null,
      from: 'news/a/en.md',
      edits: [
        { kind: 'removeField', field: '/publishAt' },
        { kind: 'removeField', field: '/aliases' },
        { kind: 'field', field: '/draft', value: true },
      ],
    },
    { path: 'news/b/x.png', version: null, from: 'news/a/x.png', edits: [] },
  ])
})

test('the old address of a renamed entry leads to the new one', () => {
  const changes = moves(ENTRY, 'b', FOLDER, addressOf(ENTRY, LOCALES))
  expect(changes.slice(0, 2)).toEqual([
    {
      path: 'news/b/en.md',
      version: null,
      from: 'news/a/en.md',
      edits: [{ kind: 'field', field: '/aliases', value: ['/old', '/news/a'] }],
    },
    { path: 'news/b/x.png', version: null, from: 'news/a/x.png', edits: [] },
  ])
  expect(changes.slice(2)).toEqual(removals(FOLDER))
})

test('texts and pictures of a deleted entry go', () => {
  expect(removals(FOLDER)).toEqual([
    { path: 'news/a/en.md', version: 'v1', edits: [{ kind: 'removeFile' }] },
    { path: 'news/a/x.png', version: 'v2', edits: [{ kind: 'removeFile' }] },
  ])
})

test('draft, times and access change in every language that has others', () => {
  const other = { path: 'news/a/zh-CN.md', version: 'v3', fields: { draft: true } } as unknown as ContentFile
  expect(publications([...FOLDER.texts, other], { draft: false, publishAt: 'x', expireAt: null })).toEqual([
    {
      path: 'news/a/zh-CN.md',
      version: 'v3',
      edits: [
        { kind: 'removeField', field: '/draft' },
        { kind: 'field', field: '/publishAt', value: 'x' },
      ],
    },
  ])
})
