// The look of the assistant: each way in which an answer comes, or does not. The answers are fixed
// here, long ones and hostile ones among them; their content is another matter than their look.

import type { Page } from 'playwright-core'
import { hydrated } from '../kit/pages/hydrated.ts'
import type { RouteState } from './states.ts'

type Events = [name: string, data: unknown][]

const routes = ['chat', 'feishu-ai']

export const chatStates: RouteState[] = [
  ...routes.flatMap((route): RouteState[] => [
    { route, name: 'waiting', enter: (page) => ask(page, 'never', 'main article[aria-busy]') },
    { route, name: 'answered', enter: (page) => ask(page, answered(page), settled('answered')) },
    { route, name: 'quoted', enter: (page) => ask(page, quoted(page), settled('quoted')) },
    { route, name: 'unanswered', enter: (page) => ask(page, unanswered(page), settled('unanswered')) },
    { route, name: 'limited', enter: (page) => ask(page, 429, settled('refused')) },
  ]),
  { route: 'chat', name: 'cut', enter: (page) => ask(page, cut(page), settled('cut')) },
  { route: 'chat', name: 'lost', enter: (page) => ask(page, answered(page).slice(0, -1), settled('lost')) },
  { route: 'chat', name: 'failed', enter: (page) => ask(page, 503, settled('refused')) },
  { route: 'chat', name: 'second', enter: askTwice },
  { route: 'chat', name: 'own-key', enter: openOwnKey },
]

const settled = (stage: string) => `main article[data-stage=${stage}]`

const isEnglish = (page: Page) => new URL(page.url()).pathname.startsWith('/en')

function citations(page: Page): unknown[] {
  const english = isEnglish(page)
  const prefix = english ? '/en' : ''
  const locale = english ? 'en' : 'zh-CN'
  return [
    {
      number: 1,
      title: english ? 'Landbridge, written off' : '陆桥货联：一次减记',
      href: `${prefix}/enterprise/cases`,
      kind: 'cases',
      locale,
      quotes: [
        {
          text: english
            ? 'By the spring of 2023 the fleet had 1,240 trucks on credit, and freight rates had fallen by 38 per cent. We wrote the holding off, and said so the same week.'
            : '到2023年春天，车队有1240辆贷款购置的卡车，而运价已经跌去三成八。我们当周就全额减记，并且公开说明。',
          heading: english ? 'How it ended' : '结局',
          anchor: 'end',
        },
        { text: english ? 'What we should have asked.' : '我们本该问的问题。' },
      ],
    },
    {
      number: 2,
      title: english ? '潮生资本2023年报摘要' : 'A letter on the year 2023, in English',
      href: `${english ? '' : '/en'}/about/financial`,
      kind: 'page',
      locale: english ? 'zh-CN' : 'en',
      quotes: [{ text: english ? '减记一家，其余三家如期。' : 'One holding was written off; the other three were on time.' }],
    },
    { number: 3, title: '<script>alert("潮生")</script>'.repeat(3), href: `${prefix}/news`, kind: 'news', locale, quotes: [] },
  ]
}

function answered(page: Page): Events {
  const sentences = isEnglish(page)
    ? [
        ['Landbridge bought 1,240 trucks on credit while freight rates fell by 38 per cent. ', [1]],
        ['Tidewater wrote the holding off in the spring of 2023 and said so the same week.\n\n', [1, 2]],
        ['Most investors would have waited for a buyer. ', []],
        ['The other three holdings of that year were on time.', [2]],
      ]
    : [
        ['运价下跌三成八的时候，陆桥货联贷款买了1240辆卡车。', [1]],
        ['2023年春天，潮生全额减记，并且当周公开说明。\n\n', [1, 2]],
        ['多数投资人会等买家出现。', []],
        ['同年的其余三家如期。', [2]],
      ]
  return [
    ['citations', citations(page)],
    ...sentences.map(([text, sources]): Events[number] => ['delta', { text, sources }]),
    ['done', { outcome: 'answered' }],
  ]
}

const quoted = (page: Page): Events => [
  ['citations', citations(page).slice(0, 2)],
  ['done', { outcome: 'quoted', because: 'budget' }],
]

const unanswered = (page: Page): Events => [
  ['citations', citations(page)],
  ['done', { outcome: 'unanswered' }],
]

const cut = (page: Page): Events => [...answered(page).slice(0, 3), ['done', { outcome: 'cut', because: 'unavailable' }]]

/** Asks a question that is answered by these events, refused by this status, or never answered. */
async function ask(page: Page, given: Events | 'never' | number, shown: string): Promise<void> {
  await answer(page, given)
  await put(page, isEnglish(page) ? 'Why did Landbridge Freight fail?' : '陆桥货联为什么会亏？', shown)
}

async function answer(page: Page, given: Events | 'never' | number): Promise<void> {
  await page.unroute('**/api/chat')
  await page.route('**/api/chat', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: { code: 200, msg: 'OK', data: { model: true, ownKey: true } } })
    if (given === 'never') return
    if (typeof given === 'number') return route.fulfill({ status: given, json: { code: given, msg: '—', data: given === 429 ? { retryAfter: 4000 } : null } })
    const body = given.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('')
    return route.fulfill({ contentType: 'text/event-stream', body })
  })
}

async function put(page: Page, question: string, shown: string): Promise<void> {
  await page.locator('main textarea').first().fill(question)
  await page.locator('main form [type=submit]').first().click()
  await page.locator(shown).first().waitFor()
}

/** An older answer beneath the latest one. */
async function askTwice(page: Page): Promise<void> {
  await ask(page, quoted(page), settled('quoted'))
  await answer(page, answered(page))
  await put(page, isEnglish(page) ? 'And the others?' : '其余的呢？', settled('answered'))
}

async function openOwnKey(page: Page): Promise<void> {
  await answer(page, 'never')
  await page.reload()
  await hydrated(page)
  await page.locator('main details:has([type=password]) > summary').click()
  await page.locator('main [type=password]').fill('sk-0000')
}
