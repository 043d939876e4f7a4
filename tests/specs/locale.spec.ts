// A visitor's language: found at the door, remembered, never forced.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { open } from '../fixtures/browser.ts'
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
    await page.waitForFunction(() => document.documentElement.dataset['hydrated'] === 'true')
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
})
