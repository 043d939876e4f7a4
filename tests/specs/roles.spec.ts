// An applicant starts at the open role: its title leads to the letter, filled in.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { useSite } from '../fixtures/site.ts'

describe('an open role', () => {
  const site = useSite()

  for (const [locale, path] of [['zh-CN', '/message/work'], ['en', '/en/message/work']] as const) {
    // R2.05
    test(`stands above the letter, fills in its field, and is kept like what is typed: ${locale}`, async () => {
      const { page, problems, close } = await open(site.browser, { locale, viewport: { width: 390, height: 780 } })
      await page.goto(site.stack.url + path)
      await hydrated(page)
      const role = page.locator('main h3 a[href="#letter"]').first()
      const title = await role.innerText()
      const field = page.locator('[name=position]')
      const isAbove = await role.evaluate((link) => !!(link.compareDocumentPosition(document.querySelector('main form')!) & Node.DOCUMENT_POSITION_FOLLOWING))
      assert.ok(isAbove)
      await role.click()
      assert.equal(await field.inputValue(), title)
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'position' && document.activeElement.getBoundingClientRect().top < innerHeight)
      await page.waitForFunction((text) => Object.values(localStorage).some((kept) => String(kept).includes(text)), title)
      await page.reload()
      await hydrated(page)
      await page.waitForFunction((text) => document.querySelector<HTMLInputElement>('[name=position]')?.value === text, title)
      assert.deepEqual(problems, [])
      await close()
    })
  }

  // R2.05
  test('leads to the letter without JavaScript', async () => {
    const { page, problems, close } = await open(site.browser, { locale: 'en', javaScriptEnabled: false })
    await page.goto(`${site.stack.url}/en/message/work`)
    await page.locator('main h3 a[href="#letter"]').first().click()
    await page.waitForURL(/#letter$/)
    assert.deepEqual(problems, [])
    await close()
  })
})
