// Layers that fill a phone's window: Back closes them, and leaves the page only if none is open.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { open, type Watched } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { useSite } from '../fixtures/site.ts'

const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, locale: 'en' }

/** A layer and how it is opened. */
const LAYERS = {
  menu: (page: Page) => page.locator('header summary').click(),
  search: (page: Page) => page.getByRole('link', { name: 'Search' }).first().click(),
}

const isAt = (path: string) => (url: URL) => url.pathname === path
const dialog = (page: Page) => page.getByRole('dialog')
const entries = (page: Page) => page.evaluate(() => history.length)
/** Waits until no step of the history is pending. */
const isSettled = (page: Page) => page.waitForFunction(() => !history.state?.layers)

describe('a layer that fills a phone', () => {
  const site = useSite()

  /** Two pages, the second one shown; then a layer over it. */
  const over = async (show: (page: Page) => Promise<void>): Promise<Watched> => {
    const watched = await open(site.browser, PHONE)
    const { page } = watched
    await page.goto(`${site.stack.url}/en/about`)
    await hydrated(page)
    await page.locator('footer a[href="/en/news"]').first().click()
    await page.waitForURL(isAt('/en/news'))
    await page.locator('h1:focus').waitFor()
    await show(page)
    await dialog(page).waitFor()
    await page.waitForFunction(() => history.state?.layers === 1)
    return watched
  }

  const leadsBack = async (page: Page) => {
    assert.equal(new URL(page.url()).pathname, '/en/news')
    await page.goBack()
    await page.waitForURL(isAt('/en/about'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await dialog(page).count(), 0)
  }

  for (const [name, show] of Object.entries(LAYERS)) {
    // R2.24
    test(`takes one Back, and the page below the next: ${name}`, async () => {
      const { page, problems, close } = await over(show)
      const at = await page.evaluate(() => scrollY)
      await page.goBack()
      await dialog(page).waitFor({ state: 'detached' })
      assert.equal(await page.evaluate(() => scrollY), at)
      await leadsBack(page)
      assert.deepEqual(problems, [])
      await close()
    })

    // R2.24
    test(`closed by its button or Escape, and opened again, leaves nothing behind for Back: ${name}`, async () => {
      const { page, problems, close } = await over(show)
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await isSettled(page)
      await show(page)
      await dialog(page).getByRole('button', { name: 'Close' }).click()
      await dialog(page).waitFor({ state: 'detached' })
      await isSettled(page)
      await leadsBack(page)
      assert.deepEqual(problems, [])
      await close()
    })

    // R2.24
    test(`is not opened by Forward, nor by a reload, and Back still leads to the page before: ${name}`, async () => {
      const { page, problems, close } = await over(show)
      await page.goBack()
      await dialog(page).waitFor({ state: 'detached' })
      await page.goForward()
      await isSettled(page)
      assert.equal(await dialog(page).count(), 0)
      await show(page)
      await dialog(page).waitFor()
      await page.waitForFunction(() => history.state?.layers === 1)
      await page.reload()
      await hydrated(page)
      await isSettled(page)
      assert.equal(await dialog(page).count(), 0)
      await leadsBack(page)
      assert.deepEqual(problems, [])
      await close()
    })

    // R2.24
    test(`on the first page of a visit is closed by Back, which stays on the site: ${name}`, async () => {
      const { page, close } = await open(site.browser, PHONE)
      await page.goto(`${site.stack.url}/en/about`)
      await hydrated(page)
      await show(page)
      await dialog(page).waitFor()
      await page.waitForFunction(() => history.state?.layers === 1)
      await page.goBack()
      await dialog(page).waitFor({ state: 'detached' })
      assert.equal(new URL(page.url()).pathname, '/en/about')
      await close()
    })
  }

  // R2.24
  test('gives its place in the history to the page that a link in it leads to', async () => {
    const { page, problems, close } = await over(LAYERS.menu)
    const before = await entries(page)
    await dialog(page).locator('a[href="/en/total"]').first().click()
    await page.waitForURL(isAt('/en/total'))
    await dialog(page).waitFor({ state: 'detached' })
    assert.equal(await entries(page), before)
    await page.goBack()
    await page.waitForURL(isAt('/en/news'))
    await leadsBack(page)
    assert.deepEqual(problems, [])
    await close()
  })

  // R2.24
  test('is closed by a link to the page itself', async () => {
    const { page, problems, close } = await over(LAYERS.menu)
    await dialog(page).locator('a[href="/en/news"]').first().click()
    await dialog(page).waitFor({ state: 'detached' })
    await isSettled(page)
    await leadsBack(page)
    assert.deepEqual(problems, [])
    await close()
  })

  // R2.24
  test('leads by a question to its hits, and Back to the page where it was asked', async () => {
    const { page, problems, close } = await over(LAYERS.search)
    await page.keyboard.type('tide')
    await page.locator('[role=dialog] ol a').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(isAt('/en/search'))
    await dialog(page).waitFor({ state: 'detached' })
    await page.goBack()
    await page.waitForURL(isAt('/en/news'))
    await leadsBack(page)
    assert.deepEqual(problems, [])
    await close()
  })

  // R2.24
  test('on a wide window, where the page shows beside it, takes no Back', async () => {
    const { page, close } = await open(site.browser, { locale: 'en' })
    await page.goto(`${site.stack.url}/en/about`)
    await hydrated(page)
    const before = await entries(page)
    await page.keyboard.press('/')
    await dialog(page).waitFor()
    assert.equal(await entries(page), before)
    await close()
  })
})
