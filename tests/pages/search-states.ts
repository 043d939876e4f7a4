// The look of search: the box over a page, and the page of results. The answers are fixed here,
// long ones and hostile ones among them; their content is another matter than their look.

import type { Page } from 'playwright-core'
import { hydrated } from '../kit/pages/hydrated.ts'
import type { RouteState } from './states.ts'

type Answer = { code: number; data: unknown } | 'lost' | 'never'

export const searchStates: RouteState[] = [
  { route: 'home', name: 'search', enter: openSearch },
  { route: 'home', name: 'search-found', enter: (page) => searchFor(page, found(page), 'h3 a mark, ol p mark') },
  { route: 'home', name: 'search-waiting', enter: (page) => searchFor(page, 'never', '[role=status]:not(:empty)') },
  { route: 'home', name: 'search-none', enter: (page) => searchFor(page, NOTHING, 'a[href$="/chat"]') },
  { route: 'home', name: 'search-failed', enter: (page) => searchFor(page, { code: 503, data: null }, '[role=alert] button') },
  { route: 'home', name: 'search-limited', enter: (page) => searchFor(page, { code: 429, data: null }, '[role=alert] button') },
  { route: 'home', name: 'search-offline', enter: searchOffline },
  { route: 'search', name: 'found', enter: (page) => showResults(page, found(page), 'main nav [rel=next]') },
  { route: 'search', name: 'none', enter: (page) => showResults(page, NOTHING, 'main a[href$="/chat"]') },
  { route: 'search', name: 'failed', enter: (page) => showResults(page, { code: 503, data: null }, 'main [role=alert]') },
]

const isEnglish = (page: Page) => new URL(page.url()).pathname.startsWith('/en')

const marked = (before: string, word: string, after: string) => [
  { text: before, marked: false },
  { text: word, marked: true },
  { text: after, marked: false },
]

function found(page: Page): Answer {
  const english = isEnglish(page)
  const prefix = english ? '/en' : ''
  const locale = english ? 'en' : 'zh-CN'
  const words = english
    ? [
        'Semiconductors',
        'We back the makers of ',
        'semiconductor',
        ' equipment and materials, and no designers of chips: what they need is patience, and that is what we have. …',
      ]
    : ['半导体', '我们投', '半导体', '设备和材料，不投芯片设计：设备公司要的是耐心，这正是我们有的。十五年里八家，两家已经上市……']
  const [title, before, word, after] = words as [string, string, string, string]
  const hits = [
    {
      href: `${prefix}/enterprise/industry`,
      title,
      kind: 'page',
      locale,
      passages: [{ anchor: 'semiconductors', heading: title, text: marked(before, word, after) }],
    },
    {
      href: `${prefix}/news/duskline`,
      title: english ? 'Duskline goes public' : '暮线科技上市',
      kind: 'news',
      locale,
      date: '2026-05-03',
      passages: [
        { text: marked(before, word, after) },
        { anchor: 'a', heading: english ? 'What comes next' : '接下来', text: marked(before, word, after) },
      ],
    },
    {
      href: `${prefix}/enterprise/invested/duskline`,
      title: english ? 'Duskline' : '暮线科技',
      kind: 'companies',
      locale,
      passages: [{ text: marked(before, word, after) }],
    },
    {
      href: `${prefix}/enterprise/cases/x`,
      title: '<script>alert("潮生")</script>'.repeat(3),
      kind: 'cases',
      locale: english ? 'zh-CN' : 'en',
      passages: [],
    },
  ]
  const kinds = [
    { kind: 'news', count: 12 },
    { kind: 'companies', count: 8 },
    { kind: 'page', count: 3 },
    { kind: 'cases', count: 2 },
  ]
  return { code: 200, data: { query: word, total: 25, page: 1, pages: 3, kinds, hits } }
}

const NOTHING: Answer = { code: 200, data: { query: '', total: 0, page: 1, pages: 0, kinds: [], hits: [], didYouMean: '潮生' } }

const answer = (page: Page, given: Answer) =>
  page.route('**/api/search?*', (route) => {
    if (given === 'lost') return route.abort('internetdisconnected')
    if (given === 'never') return
    return route.fulfill({ status: given.code, json: { code: given.code, msg: '—', data: given.data } })
  })

/** Opens the box by its key, as on every page. */
export async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('/')
  await page.locator('[role=dialog] input[name=q]').waitFor()
}

async function searchFor(page: Page, given: Answer, shown: string): Promise<void> {
  await answer(page, given)
  await openSearch(page)
  await page.locator('[role=dialog] input[name=q]').fill(isEnglish(page) ? 'semiconductor' : '半导体')
  await page.locator('[role=dialog]').locator(shown).first().waitFor()
}

async function searchOffline(page: Page): Promise<void> {
  await openSearch(page)
  await page.context().setOffline(true)
  await page.locator('[role=dialog] input[name=q]').fill('2025')
  await page.locator('[role=dialog] [role=alert]').waitFor()
}

async function showResults(page: Page, given: Answer, shown: string): Promise<void> {
  await answer(page, given)
  await page.goto(`${page.url()}?q=${isEnglish(page) ? 'semiconductor' : '半导体'}`)
  await hydrated(page)
  await page.locator(shown).first().waitFor()
}
