// Sharing cards in WeChat: a page has the one that it sets itself, and asks no other host for it.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { type Call, showInWeChat, startPlatform, WECHAT } from '../fixtures/wechat.ts'
import { type Stack, startStack } from '../fixtures/stack.ts'
import { launch, open } from '../kit/browser.ts'
import { until } from '../kit/until.ts'

const PHONE = { viewport: { width: 390, height: 844 }, locale: 'zh-CN' }

describe('a page in WeChat', () => {
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let stack: Stack
  let browser: Browser
  before(async () => {
    platform = await startPlatform()
    stack = await startStack({ environment: platform.environment })
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
    await platform?.stop()
  })

  const cards = (calls: Call[], name = 'updateAppMessageShareData') =>
    calls
      .filter((call) => call.name === name)
      .map(({ parameters: { title, desc, link, imgUrl } }) => ({ title, desc, link, imgUrl }))

  test('sets its card once it is touched, and that of the next page', async () => {
    const { page, problems, close } = await open(browser, { ...PHONE, userAgent: WECHAT })
    const calls = await showInWeChat(page)
    await page.goto(`${stack.url}/news?from=singlemessage#top`)
    await page.mouse.wheel(0, 10)
    await until(async () => cards(calls).length === 1)
    const [description] = await page
      .locator('meta[name=description]')
      .evaluateAll((all) => all.map((meta) => meta.getAttribute('content')))
    const first = {
      title: await page.title(),
      link: `${stack.url}/news?from=singlemessage`,
      imgUrl: `${stack.url}/apple-touch-icon.png`,
    }
    assert.deepEqual(cards(calls), [{ ...first, desc: description }])
    assert.deepEqual(cards(calls, 'updateTimelineShareData'), [{ ...first, desc: undefined }])
    assert.equal((await fetch(first.imgUrl)).status, 200)
    await page.locator('main h2 a').first().click()
    await until(async () => cards(calls).length === 2)
    const next = cards(calls)[1]
    assert.equal(next?.link, page.url())
    assert.equal(next?.title, await page.title())
    assert.notEqual(next?.title, first.title)
    assert.deepEqual(problems, [])
    await close()
  })

  test('leaves the card to WeChat where the site has no account there', async () => {
    const without = await startStack()
    const { page, close } = await open(browser, { ...PHONE, userAgent: WECHAT })
    const calls = await showInWeChat(page)
    const asked = page.waitForResponse((answer) => answer.url().includes('/api/wechat/signature'))
    await page.goto(`${without.url}/news`)
    await page.mouse.wheel(0, 10)
    assert.equal(((await (await asked).json()) as { data: unknown }).data, null)
    await page.locator('main h2 a').first().click()
    await page.waitForURL('**/news/*')
    assert.deepEqual(calls, [])
    await close()
    await without.stop()
  })

  test('makes no call in other browsers', async () => {
    const { page, problems, close } = await open(browser, PHONE)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${stack.url}/news`)
    await page.mouse.wheel(0, 10)
    await page.locator('main h2 a').first().click()
    await page.waitForURL('**/news/*')
    assert.deepEqual(
      asked.filter((url) => url.includes('wechat') || !url.startsWith(stack.url)),
      [],
    )
    assert.deepEqual(problems, [])
    await close()
  })
})
