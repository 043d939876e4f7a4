import { describe, expect, it } from 'vitest'
import type { Schema, SchemaWords, StudioInfo } from '../api.ts'
import { labelOf, schemaAt } from './schema.ts'
import { applyWords, translateSchemas } from './schema-words.ts'

const schema: Schema = {
  title: 'News item',
  type: 'object',
  additionalProperties: false,
  required: ['title'],
  properties: {
    title: { type: 'string', description: 'Headline.' },
    date: { type: 'string', title: 'Day', description: 'Date of publication.' },
    facts: { type: 'array', items: { type: 'object', properties: { label: { type: 'string' } } } },
    note: { 'x-localized': true, additionalProperties: { type: 'string' } },
  },
}
const words: SchemaWords = {
  title: '新闻',
  properties: {
    title: { title: '标题', description: '新闻的标题。' },
    date: { title: '日期' },
    facts: { items: { properties: { label: { title: '说明' } } } },
    note: { additionalProperties: { title: '备注' } },
  },
}

describe('the words of a schema in another language', () => {
  const translated = applyWords(schema, words)

  it('replace titles and descriptions in every place, and no rule', () => {
    expect(translated.title).toBe('新闻')
    expect(translated.required).toEqual(['title'])
    expect(translated.additionalProperties).toBe(false)
    expect(schemaAt(translated, '/title')).toEqual({ type: 'string', title: '标题', description: '新闻的标题。' })
    expect(schemaAt(translated, '/facts/0/label')).toEqual({ type: 'string', title: '说明' })
    expect(schemaAt(translated, '/note/en')).toEqual({ type: 'string', title: '备注' })
  })

  it('leave the own word where they have none', () => {
    expect(schemaAt(translated, '/date')).toEqual({ type: 'string', title: '日期', description: 'Date of publication.' })
  })

  it('add no place and no rule to the schema', () => {
    const wrong = { properties: { title: { title: 1, type: 'integer' }, other: { title: '其他' } }, items: { title: '项' } }
    expect(applyWords(schema, wrong as unknown as SchemaWords)).toEqual(schema)
  })

  it('follow the language of the studio', () => {
    const news = { name: 'news', kind: 'markdown', schema, words: { 'zh-CN': words } }
    const info = { user: 'ann', collections: [news] } as unknown as StudioInfo
    const labelIn = (language: string) => {
      const collection = translateSchemas(info, language).collections[0]
      return labelOf('title', collection?.schema.properties?.title)
    }
    expect(labelIn('zh-CN')).toBe('标题')
    expect(labelIn('en')).toBe('Title')
    expect(info.collections[0]?.schema).toEqual(schema)
  })
})
