import { expect, test } from 'vitest'
import type { Collection, Entry, SiteLocale } from '../api.ts'
import { formOf, valuesOf } from './new-form.ts'

const LOCALES: SiteLocale[] = [
  { code: 'zh-CN', name: '中文', prefix: '', default: true },
  { code: 'en', name: 'English', prefix: '/en', default: false },
]
const COMPANIES: Entry[] = [{ collection: 'companies', slug: 'alder', access: 'public', texts: [] }]
const NEWS: Collection = {
  name: 'news',
  kind: 'markdown',
  words: {},
  schema: {
    required: ['company', 'summary', 'title', 'figures'],
    properties: {
      company: { type: 'string', 'x-ref': 'companies' },
      summary: { type: 'string' },
      title: { type: 'string' },
      note: { type: 'string' },
      figures: { type: 'array', minItems: 1, items: { properties: { value: { type: 'string' } }, required: ['value'] } },
    },
    'x-collection': { kind: 'markdown', shared: ['company'] },
  },
}

test('each language is asked for its own fields, and shared ones are asked for once', () => {
  const form = formOf(NEWS, LOCALES, COMPANIES)
  expect(form.map(({ key }) => key)).toEqual(['title.zh-CN', 'title.en', 'summary.zh-CN', 'summary.en', 'company'])
  expect(form.at(-1)?.schema.enum).toEqual(['alder'])
})

test('values go to their files, and lists that are needed begin empty', () => {
  const form = formOf(NEWS, LOCALES, COMPANIES)
  const typed = { 'title.en': 'A', 'title.zh-CN': '甲', company: 'alder' }
  expect(valuesOf(form, typed, NEWS)).toEqual({
    shared: { company: 'alder', figures: [{ value: '' }] },
    byLocale: { en: { title: 'A', summary: '' }, 'zh-CN': { title: '甲', summary: '' } },
  })
})

test('one file of data has all languages', () => {
  const totals: Collection = {
    name: 'totals',
    kind: 'data',
    words: {},
    schema: {
      required: ['year', 'note'],
      properties: {
        year: { type: 'integer' },
        note: { type: 'object', 'x-localized': true, additionalProperties: { type: 'string' } },
      },
    },
  }
  const form = formOf(totals, LOCALES, [])
  expect(valuesOf(form, { year: 2026, 'note.en': 'A', 'note.zh-CN': '甲' }, totals)).toEqual({
    shared: { year: 2026, note: { en: 'A', 'zh-CN': '甲' } },
    byLocale: {},
  })
})
