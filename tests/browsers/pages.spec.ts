// Pages in Firefox and WebKit: text first, the app on intent, and navigation from page to page.

import assert from 'node:assert/strict'
import { Key } from 'selenium-webdriver'
import { describeJourneys } from './journeys.ts'
import type { Visitor } from './visitor.ts'

const DAY = 'rgb(251, 250, 247)'

describeJourneys('a page', [
  // R2.01
  ['in English is styled, and fetches its app when the pointer moves', 'en-US', async (visitor) => {
    await isReadAlone(visitor, '/en', 'en')
    await visitor.wake()
  }],
  ['in Chinese is styled, and fetches its app when a key is pressed', 'zh-CN', async (visitor) => {
    await isReadAlone(visitor, '/', 'zh-CN')
    await visitor.press(Key.SHIFT)
    await visitor.isLive()
  }],

  // R2.24
  ['leads to a company and to an article, and Back to each, in one document', 'en-US', async (visitor) => {
    await visitor.visit('/en')
    await visitor.wake()
    await visitor.read(() => void Object.assign(window, { isSameDocument: true }))
    await visitor.click('header a[href="/en/enterprise/invested"]')
    await visitor.isAt('/en/enterprise/invested')
    await visitor.click('main a[href="/en/enterprise/invested/duskline"]')
    await shows(visitor, '/en/enterprise/invested/duskline', 'Duskline Micro')
    await visitor.click('header a[href="/en/news"]')
    await visitor.isAt('/en/news')
    const article = await visitor.see('main h2 a[href^="/en/news/"], main h3 a[href^="/en/news/"]')
    const [address, title] = [new URL(await article.getAttribute('href') ?? '').pathname, await article.getText()]
    await article.click()
    await shows(visitor, address, title)
    for (const [address, title] of [['/en/news', 'News'], ['/en/enterprise/invested/duskline', 'Duskline Micro'], ['/en/enterprise/invested', ''], ['/en', 'Good companies take their time']] as const) {
      await visitor.back()
      await shows(visitor, address, title)
    }
    assert.equal(await visitor.read(() => 'isSameDocument' in window), true)
  }],

  // R2.25, R8.01
  ['that does not exist names its path', 'en-US', async (visitor) => {
    await visitor.visit('/en/nowhere?x=1')
    await visitor.see('main', 'Page not found: /en/nowhere?x=1')
    await visitor.click('main a[href="/en"]')
    await visitor.isAt('/en')
  }],
])

/** The page is there in its colours and language, and no script was fetched for it. */
async function isReadAlone(visitor: Visitor, path: string, lang: string): Promise<void> {
  await visitor.visit(path)
  const page = await visitor.read(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    const { backgroundColor } = getComputedStyle(document.body)
    return { path: location.pathname, lang: document.documentElement.lang, backgroundColor, isStarted: document.querySelector('script[src]') !== null }
  })
  assert.deepEqual(page, { path, lang, backgroundColor: DAY, isStarted: false })
}

/** The page of an address is shown, with its heading, its title and its language. */
async function shows(visitor: Visitor, address: string, title: string): Promise<void> {
  await visitor.isAt(address)
  await visitor.see('h1', title)
  await visitor.holds((title) => document.title.includes(title) && document.documentElement.lang === 'en', title.split('\n')[0] ?? '')
}

