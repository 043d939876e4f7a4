// A page that moved, for visitors with its old address.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { useSite } from '../fixtures/site.ts'

describe('a visitor with an old address', () => {
  const site = useSite()
  before(() =>
    site.stack.after(() => {
      const file = join(site.stack.content, 'news/seven-years/en.md')
      writeFileSync(file, readFileSync(file, 'utf8').replace('---\n', '---\naliases: [/news/six-years]\n'))
    }),
  )

  // R10.03
  test('arrives, by an address that is typed and by a link inside the app, with the query', async () => {
    const { page, problems, close } = await open(site.browser, { locale: 'en-US' })
    await page.goto(`${site.stack.url}/en/news/six-years?from=mail#top`)
    assert.equal(page.url(), `${site.stack.url}/en/news/seven-years?from=mail#top`)
    await page.goto(`${site.stack.url}/en/about`)
    await hydrated(page)
    assert.equal(problems.length, 0, problems.join('\n'))
    // The app asks for a payload first, which an old address does not have.
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/en/news/six-years?from=link', textContent: 'old' })
      document.querySelector('main')?.prepend(link)
    })
    await page.locator('a[href="/en/news/six-years?from=link"]').click()
    await page.waitForURL(`${site.stack.url}/en/news/seven-years?from=link`)
    assert.ok(problems.every((problem) => problem.includes('/en/news/six-years/_payload.json') || problem.includes('404')), problems.join('\n'))
    await close()
  })
})
