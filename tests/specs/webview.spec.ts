// A visitor in a messenger's own view, on a very slow connection, or in a tab that has been open
// since yesterday.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { useSite } from '../fixtures/site.ts'
import { until } from '../kit/until.ts'

const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
const ANDROID = 'Mozilla/5.0 (Linux; Android 13; V2171A Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/111.0.5563.116 Mobile Safari/537.36'

const VIEWS = {
  WeChat: `${ANDROID} XWEB/1110017 MMWEBSDK/20230504 MMWEBID/1234 MicroMessenger/8.0.37.2380(0x2800255B) WeChat/arm64 Weixin NetType/4G Language/zh_CN ABI/arm64`,
  Feishu: `${ANDROID} Lark/7.9.5 LarkLocale/zh_CN ChannelName/Feishu`,
}

const isAt = (path: string) => (url: URL) => url.pathname === path

describe('a visitor', () => {
  const site = useSite()

  for (const [name, userAgent] of Object.entries(VIEWS)) {
    // R2.14
    test(`in ${name}’s view, which keeps neither storage nor cookies, walks by the menu, and back`, async () => {
      const { page, problems, close } = await open(site.browser, { ...PHONE, userAgent, locale: 'zh-CN' })
      await page.addInitScript(() => {
        for (const area of ['localStorage', 'sessionStorage', 'indexedDB']) {
          Object.defineProperty(window, area, {
            get() {
              throw new DOMException('denied', 'SecurityError')
            },
          })
        }
        Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} })
      })
      await page.goto(`${site.stack.url}/`)
      await hydrated(page)
      const menu = page.locator('header details summary')
      await menu.tap()
      await page.locator('dialog a[href="/news"], [role=dialog] a[href="/news"]').first().tap()
      await page.waitForURL(isAt('/news'))
      await page.goBack()
      await page.waitForURL(isAt('/'))
      assert.deepEqual(problems, [])
      await close()
    })
  }

  // R9.03
  test('on a line that hardly carries reads before any script is there, and nothing is fetched that was not asked for', async () => {
    const { page, problems, close } = await open(site.browser, { ...PHONE, locale: 'en' })
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ effectiveType: 'slow-2g' }) }))
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    let isHeld = true
    const held: (() => void)[] = []
    await page.route('**/assets/**/*.js', async (route) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await page.goto(`${site.stack.url}/en/news`, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    // A link is a link.
    await page.locator('main a[href^="/en/news/"]').first().click({ noWaitAfter: true })
    await page.waitForURL(/\/en\/news\/[\w-]+$/, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    isHeld = false
    for (const release of held) release()
    await hydrated(page)
    asked.length = 0
    await page.locator('footer a[href="/en/about"]').first().click()
    await page.waitForURL(isAt('/en/about'))
    await page.getByRole('heading', { level: 1, name: /\S/ }).waitFor()
    assert.deepEqual(asked.filter((path) => path.endsWith('_payload.json')), ['/en/about/_payload.json'])
    assert.deepEqual(asked.filter((path) => path.startsWith('/builds/')), [])
    assert.deepEqual(problems, [])
    await close()
  })

  // R2.23, R10.02
  test('without a connection in mid-visit finds what was read and what was typed', async () => {
    const { page, close } = await open(site.browser, { locale: 'en' })
    await page.goto(`${site.stack.url}/en/message/bp`)
    await hydrated(page)
    const field = page.getByRole('textbox', { name: 'Company', exact: true })
    await field.fill('Acme')
    await page.context().setOffline(true)
    await page.locator('main form [type=submit]').first().click()
    assert.equal(await field.inputValue(), 'Acme')
    await page.context().setOffline(false)
    await page.reload()
    await hydrated(page)
    await page.getByText('What you wrote before is here again.').waitFor()
    assert.equal(await field.inputValue(), 'Acme')
    await close()
  })

  // R4.06, R7.05, R9.03
  test('with a tab of yesterday, after three releases, reads what is new and loses nothing that was typed', async () => {
    const reading = await open(site.browser, { locale: 'en' })
    const writing = await open(site.browser, { locale: 'en' })
    for (const { page } of [reading, writing]) await page.clock.install()
    await reading.page.goto(`${site.stack.url}/en/news`)
    await writing.page.goto(`${site.stack.url}/en/message/bp`)
    for (const { page } of [reading, writing]) {
      await hydrated(page)
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    }
    const field = writing.page.getByRole('textbox', { name: 'Company', exact: true })
    await field.fill('Acme')
    const releases = [
      () => site.stack.edit('pages/about/en.md', (text) => `${text}\nThe first release.\n`),
      // Schemas are part of the app: an open app needs the new one.
      () => site.stack.edit('news/_schema.json', (text) => text.replace(/"description": "/, '"description": "Now: ')),
      () => site.stack.edit('pages/about/en.md', (text) => `${text}\nThe third release.\n`),
    ]
    for (const release of releases) {
      await release()
      for (const { page } of [reading, writing]) {
        const polled = page.waitForResponse(/\/builds\/latest\.json/)
        await page.clock.fastForward('08:00:00')
        await polled
      }
    }
    await until(async () => (await (await fetch(`${site.stack.url}/en/about`)).text()).includes('The third release.'))
    await reading.page.locator('header a[href="/en/about"]').first().click()
    await reading.page.getByText('The third release.').waitFor()
    await reading.page.getByText('The first release.').waitFor()
    assert.equal(await reading.page.evaluate(() => 'isSameDocument' in window), false, 'the new app came with the page')
    assert.equal(await field.inputValue(), 'Acme')
    assert.deepEqual([...reading.problems, ...writing.problems], [])
    await reading.close()
    await writing.close()
  })
})
