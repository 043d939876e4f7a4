// Visitors with a keyboard see their position, reach everything, and land in the requested page.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { focusFaults } from '../pages/focus.ts'
import { assertNone } from '../pages/known.ts'
import { inParallel } from '../kit/pages/parallel.ts'
import { isSoak, useSitePages } from '../pages/site-pages.ts'

const isInMain = (page: Page) => page.evaluate(() => document.activeElement?.closest('main') !== null)

describe('who uses the keyboard', () => {
  const site = useSitePages()
  const pageOf = (route: string) => {
    const document = site.documents.find((document) => document.route === route)
    assert.ok(document, `no page of the route ${route}`)
    return document
  }

  test('reaches every control of every template, and sees which one has the focus', async () => {
    const documents = site.templates.flatMap(({ documents }, index) => (isSoak ? documents : documents.slice(index % documents.length).slice(0, 1)))
    const findings = await inParallel(documents, (document) =>
      site.tabs.on(document, async (page) => {
        const found = (await focusFaults(page)).map((fault) => `${document.path}: ${fault}`)
        if (!isSoak) return found
        await page.emulateMedia({ forcedColors: 'active' })
        await page.reload()
        return [...found, ...(await focusFaults(page)).map((fault) => `${document.path} in forced colours: ${fault}`)]
      }),
    )
    assertNone(findings.flat())
  })

  test('skips to the content with the first key', async () => {
    await site.tabs.on(pageOf('home'), async (page) => {
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('href')?.startsWith('#')), true, 'the first stop leads into the page')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.activeElement?.localName === 'main' || document.activeElement?.closest('main') != null)
    })
  })

  test('is in the content of the new page after a link, and was never in the old one', async () => {
    await site.tabs.on(pageOf('news'), async (page) => {
      const before = page.url()
      const link = page.locator('main a[href^="/"]').first()
      await link.focus()
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.href !== before)
      await page.waitForFunction(() => document.activeElement !== document.body)
      assert.ok(await isInMain(page))
      // The next text that is read out is the page's beginning.
      assert.ok(await page.evaluate(() => document.activeElement?.querySelector('h1') != null || document.activeElement?.localName === 'h1'))
    })
  })

  test('reads each chart of a page year by year, and the year is in the address', async () => {
    await site.tabs.on(pageOf('total'), async (page) => {
      const chart = page.getByRole('slider')
      await chart.focus()
      await page.keyboard.press('ArrowLeft')
      await page.waitForURL(/\?year=2024$/)
      const spoken = await chart.getAttribute('aria-valuetext')
      assert.match(spoken ?? '', /^2024: \D*480\D+500/)
      assert.equal(`${await page.locator('output b').textContent()}: `, spoken?.slice(0, 6))
      await page.reload()
      await page.locator('output').waitFor()
      assert.equal(await page.getByRole('slider').getAttribute('aria-valuetext'), spoken)
    })
  })

  test('who cannot see the focus is told where', async () => {
    const page = await site.browser.newPage()
    await page.setContent('<!doctype html><style>.b:focus { outline: none }</style><a href="#x">a</a><a class="b" href="#y">b</a><div tabindex="0" style="outline: 0">c</div>')
    assert.deepEqual(await focusFaults(page), ['focus: <a class="b" href="#y">b</a> looks the same with and without the focus', 'focus: <div tabindex="0" style="outline: 0">c</div> looks the same with and without the focus'])
    await page.setContent('<!doctype html><a href="#x" onkeydown="event.preventDefault()">a</a><a href="#y">b</a>')
    assert.deepEqual(await focusFaults(page), ['focus: <a href="#y">b</a> is not reached with Tab'])
    // Intended: the arrow keys continue from here.
    await page.setContent('<!doctype html><a href="#x" onfocus="y.tabIndex = -1">a</a><a id="y" href="#y">b</a>')
    assert.deepEqual(await focusFaults(page), [])
    await page.close()
  })
})
