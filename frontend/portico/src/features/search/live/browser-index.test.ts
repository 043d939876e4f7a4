import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Asked, answerFetch } from '#/testing/answers.ts'
import type { Found } from '../found.ts'

const pages = {
  'zh-CN': [
    {
      href: '/enterprise/industry',
      kind: 'page',
      title: '八个行业',
      description: '各占多少资金',
      passages: [{ anchor: 'semi', heading: '半导体', text: '我们投半导体设备和材料，不投芯片设计。' }],
    },
    { href: '/news/a', kind: 'news', title: '年度信', description: '信', date: '2026-01-02', passages: [{ text: '潮水会退。' }] },
  ],
  en: [
    {
      href: '/en/news/a',
      kind: 'news',
      title: 'Annual letter',
      description: 'A letter',
      passages: [
        { text: 'Landbridge Freight lost money. '.repeat(3) },
        {
          anchor: 'why',
          heading: 'Why it fell',
          text: `${'Nothing here. '.repeat(20)}Revenue fell in 2025.${' More.'.repeat(40)}`,
        },
      ],
    },
    { href: '/en/about', kind: 'page', title: 'About', description: 'The firm', passages: [{ text: 'Founded in 2011.' }] },
  ],
}

let asked: Asked[]

beforeEach(() => {
  vi.resetModules()
  asked = answerFetch(({ url }) => {
    const code = /^\/search\/(.+)\.json$/.exec(url)?.[1] as keyof typeof pages
    return { json: { pages: pages[code] } }
  })
})

async function look(locale: 'zh-CN' | 'en', q: string, kind = ''): Promise<Found> {
  const { setDefinition } = await import('#/definition.ts')
  setDefinition((await import('#/testing/fixture-site.tsx')).fixtureSite)
  const { indexOf } = await import('./browser-index.ts')
  return (await indexOf(locale))({ q, kind, page: 1 })
}

const hrefs = ({ hits }: Found) => hits.map(({ href }) => href)
const text = ({ hits }: Found) =>
  hits[0]?.passages
    .at(-1)
    ?.text.map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('')

describe('the index that a browser makes itself', () => {
  it('finds Chinese words without spaces, and forgives a slip', async () => {
    for (const q of ['半导体', '半导题', '半导体设备', '芯片'])
      expect(hrefs(await look('zh-CN', q)), q).toEqual(['/enterprise/industry'])
    expect(text(await look('zh-CN', '半导体'))).toContain('[半导体]')
  })

  it('finds beginnings of words and words with a slip', async () => {
    for (const q of ['landbridge', 'landbr', 'lanbridge', 'FREIGHT']) expect(hrefs(await look('en', q))[0], q).toBe('/en/news/a')
  })

  it('shows the summary, then one passage around what was found, with its place', async () => {
    const found = await look('en', 'revenue')
    expect(found.hits[0]?.passages.map(({ text }) => text.length)).toEqual([1, 4])
    expect(found.hits[0]?.passages[0]?.text).toEqual([{ text: 'A letter', marked: false }])
    expect(found.hits[0]?.passages[1]).toMatchObject({ anchor: 'why', heading: 'Why it fell' })
    expect(text(found)).toMatch(/^… .*\[Revenue\] fell in 2025\..* …$/)
    expect(text(found)!.length).toBeLessThan(200)
  })

  it('counts kinds, and gives the one that is asked for', async () => {
    const all = await look('en', 'letter 2011')
    expect(all.kinds).toEqual(
      expect.arrayContaining([
        { kind: 'news', count: 1 },
        { kind: 'page', count: 1 },
      ]),
    )
    expect(hrefs(await look('en', 'letter 2011', 'page'))).toEqual(['/en/about'])
  })

  it('looks into the other languages where its own has nothing, and says so', async () => {
    const found = await look('zh-CN', 'Landbridge')
    expect(found.hits.map(({ href, locale }) => [href, locale])).toEqual([['/en/news/a', 'en']])
  })

  it('finds nothing where there is nothing', async () => {
    expect(await look('en', 'zzzzqqqq')).toMatchObject({ total: 0, hits: [], kinds: [] })
    expect(await look('en', '???')).toMatchObject({ total: 0 })
  })

  it('fetches a language once, and revalidates it', async () => {
    await look('en', 'letter')
    await look('en', 'founded')
    expect(asked.map(({ url, cache }) => [url, cache])).toEqual([['/search/en.json', 'no-cache']])
  })

  it('does without a segmenter, by pairs of characters', async () => {
    vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined })
    expect(hrefs(await look('zh-CN', '半导体'))).toEqual(['/enterprise/industry'])
    vi.unstubAllGlobals()
  })
})
