// The parts of an answer without JavaScript, and that they fit the page they are put into.

import type { LocaleCode } from '@portico/app'
import { loadI18n } from '@portico/app/i18n'
import { createRenderer, type Renderer, type ResultsFile } from '@portico/app/worker'
import { beforeAll, describe, expect, it } from 'vitest'
import { sampleInput } from '#/testing/sample-payload.ts'
import results from './results.json.ts'

let render: Renderer

beforeAll(async () => {
  render = await createRenderer()
})

async function made(locale: LocaleCode): Promise<{ file: ResultsFile; markup: string }> {
  const input = sampleInput('search', locale)
  const { markup, rendered } = render(input)
  expect(rendered.error).toBeUndefined()
  return { file: JSON.parse(String(await results(input, await loadI18n(locale)))), markup }
}

describe.each(['zh-CN', 'en'] as const)('results.json in %s', (locale) => {
  it('names places that the page has once each', async () => {
    const { file, markup } = await made(locale)
    for (const place of Object.values(file.places)) expect(markup.split(place), place).toHaveLength(2)
  })

  it('has a slot for every text, and no other', async () => {
    const { file } = await made(locale)
    const slots = (part: string) => [...part.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(Object.fromEntries(Object.entries(file.parts).map(([name, part]) => [name, slots(part).sort()]))).toEqual({
      title: ['query', 'title'],
      question: ['query'],
      answer: ['parts'],
      found: ['total'],
      nothing: ['query'],
      limited: [],
      failed: [],
      didYouMean: ['href', 'words'],
      kinds: ['kinds'],
      kind: ['count', 'href', 'name'],
      chosenKind: ['count', 'href', 'name'],
      hits: ['hits'],
      hit: ['about', 'date', 'href', 'lang', 'passages', 'title'],
      date: ['date', 'day', 'month', 'year'],
      passage: ['heading', 'href', 'text'],
      plainPassage: ['text'],
      mark: ['text'],
      pager: ['next', 'page', 'pages', 'previous'],
      previous: ['href'],
      next: ['href'],
    })
  })

  it('runs nothing', async () => {
    const { file } = await made(locale)
    expect(JSON.stringify(file)).not.toMatch(/<script|\son\w+=|javascript:/i)
  })
})

describe('results.json', () => {
  it('says kinds and dates as the page does', async () => {
    const [{ file: chinese }, { file: english }] = [await made('zh-CN'), await made('en')]
    expect([chinese.kinds['news'], english.kinds['news']]).toEqual(['新闻', 'News'])
    expect(english.parts.date).toBe('<time dateTime="{date}">{day} {month} {year}</time>')
    expect(english.months.slice(0, 2)).toEqual(['January', 'February'])
    expect(chinese.parts.date).toBe('<time dateTime="{date}">{year}年{month}月{day}日</time>')
    expect(chinese.months[11]).toBe('12')
  })
})
