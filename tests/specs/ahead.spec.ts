// Documents that a browser fetches ahead by itself (speculation rules): only where no app does it
// better.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { open } from '../kit/browser.ts'
import { useSite } from '../fixtures/site.ts'
import { until } from '../kit/until.ts'

describe('a link that is pointed at', () => {
  const site = useSite()

  // R11.04
  test('has its document fetched ahead while the app does not run yet, and never one that is guarded', async () => {
    const { page, close } = await open(site.browser, { javaScriptEnabled: false, locale: 'en-US' })
    const rules = page.waitForResponse(/\/assets\/speculation\//)
    await page.goto(`${site.stack.url}/en/about`)
    await (await rules).finished()
    await page.locator('a[href="/en/product"]').first().hover()
    await page.locator('a[href="/en/news"]').first().hover()
    await until(async () => asked('/en/news') > 0)
    assert.equal(asked('/en/product'), 0, 'a guarded page was fetched')
    await page.locator('a[href="/en/news"]').first().click()
    await page.waitForURL(/\/en\/news$/)
    assert.equal(asked('/en/news'), 1, 'it was fetched twice')
    await close()
  })

  /** How often, by the access log. */
  const asked = (path: string) => site.stack.gateway.output().split(`http.path="${path}"`).length - 1
})
