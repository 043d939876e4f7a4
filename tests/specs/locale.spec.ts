// A visitor's language: detected at the first visit, remembered, never forced.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { useSite } from '../fixtures/site.ts'

describe('a visitor’s language', () => {
  const site = useSite()

  const home = (headers: Record<string, string>) => fetch(`${site.stack.url}/`, { headers, redirect: 'manual' })

  // R1.01
  test('is the browser’s at the first visit, the cookie’s afterwards, Chinese when nothing is known', async () => {
    const english = await home({ 'accept-language': 'en-GB,en;q=0.9' })
    assert.equal(new URL(english.headers.get('location') ?? '', site.stack.url).pathname, '/en')
    assert.match(english.headers.get('vary') ?? '', /accept-language/i)
    assert.match(english.headers.get('cache-control') ?? '', /private/)
    assert.equal((await home({ 'accept-language': 'zh-CN' })).status, 200)
    assert.equal((await home({ 'accept-language': 'fr' })).status, 200)
    assert.equal((await home({ 'accept-language': 'en', cookie: 'i18n_redirected=zh-CN' })).status, 200)
    assert.ok([302, 307].includes((await home({ 'accept-language': 'zh', cookie: 'i18n_redirected=en' })).status))
    assert.equal((await home({ 'accept-language': 'en', 'sec-fetch-site': 'same-origin' })).status, 200)
  })

  // R1.01
  test('is never overridden on a deep link', async () => {
    const answer = await fetch(`${site.stack.url}/about`, { headers: { 'accept-language': 'en', cookie: 'i18n_redirected=en' }, redirect: 'manual' })
    assert.equal(answer.status, 200)
  })

  // R4.04, R9.01, R1.02
  test('changes with the switch, on the same page, and is remembered', async () => {
    const { page, problems, close } = await open(site.browser)
    await page.goto(`${site.stack.url}/about`)
    await hydrated(page)
    await page.locator('header a[href="/en/about"], footer a[href="/en/about"]').first().click()
    await page.waitForURL(`${site.stack.url}/en/about`)
    await page.waitForFunction(() => document.documentElement.lang === 'en')
    const cookie = (await page.context().cookies()).find((candidate) => candidate.name === 'i18n_redirected')
    assert.equal(cookie?.value, 'en')
    assert.equal(cookie?.sameSite, 'Lax')
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    assert.ok(days > 364 && days < 366, `${days} days`)
    assert.match(await page.title(), /Tidewater/)
    assert.deepEqual(problems, [])
    await close()
  })

  // R4.04, R2.07
  test('changes in the middle of a filtered list, and the reader stays in the middle of it', async () => {
    const { page, problems, close } = await open(site.browser)
    await page.goto(`${site.stack.url}/en/enterprise/invested?sort=name`)
    await hydrated(page)
    // The first render is the prerendered page's, in its own order.
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Company' }).waitFor()
    await page.evaluate(() => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2))
    // Not a click by the mouse, which would scroll to the header first.
    // Fonts that arrive after the scroll make the page longer: what counts is where it stands then.
    const share = await page.locator('header a[hreflang="zh-CN"]').first().evaluate((link: HTMLElement) => {
      const share = scrollY / (document.documentElement.scrollHeight - innerHeight)
      link.click()
      return share
    })
    assert.ok(share > 0.3 && share < 0.7, `${share}`)
    await page.waitForURL(`${site.stack.url}/enterprise/invested?sort=name`)
    await page.waitForFunction(() => document.documentElement.lang === 'zh-CN')
    // The page is shown first, and scrolled then.
    await page.waitForFunction((share) => Math.abs(scrollY / (document.documentElement.scrollHeight - innerHeight) - share) < 0.05, share)
    assert.deepEqual(problems, [])
    await close()
  })

  // R2.25, R8.01
  test('changes on a page that is not there without losing its address', async () => {
    const { page, close } = await open(site.browser)
    await page.goto(`${site.stack.url}/nowhere?x=1`)
    await page.getByText('页面不存在：/nowhere?x=1').waitFor()
    await page.locator('header a[hreflang="en"]').first().click()
    await page.waitForURL(`${site.stack.url}/en/nowhere?x=1`)
    await page.getByText('Page not found: /en/nowhere?x=1').waitFor()
    await close()
  })
})
