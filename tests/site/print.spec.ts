// On paper every page is a report: all of it is printed, in the colours of the day, without the
// parts that only a screen can use.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { hydrated } from '../kit/pages/hydrated.ts'
import { firstVisits } from '../pages/first-visits.ts'
import { inParallel } from '../kit/pages/parallel.ts'
import { useSitePages } from '../pages/site-pages.ts'

describe('a printed page', () => {
  const site = useSitePages()

  test('shows what would have waited to be scrolled to, by day, and no navigation or controls', async () => {
    const templates = site.templates.flatMap(({ documents }) => documents.filter(({ access }) => access === 'public').slice(0, 1))
    const visits = firstVisits(site.browser)
    // A visitor in the dark theme, without reduced motion, prints without scrolling.
    const print = async (page: Page, path: string) => {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
      await page.goto(site.stack.url + path)
      await hydrated(page)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      const found = await page.evaluate(() => {
        const shown = (selector: string) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
        const unseen = [...document.querySelectorAll('main [data-reveal]')].filter((part) => Number(getComputedStyle(part).opacity) < 1)
        const grounds = shown('body, [data-ground]').map((ground) => getComputedStyle(ground).getPropertyValue('--tide-1'))
        return [
          ...unseen.map((part) => `hidden: ${part.textContent.slice(0, 40)}`),
          ...shown('nav, button, form, [data-print=no]').map((part) => `of no use: ${part.outerHTML.slice(0, 80)}`),
          ...(new Set(grounds).size > 1 || grounds[0] !== '#dce7f5' ? [`colours of the night: ${grounds}`] : []),
        ]
      })
      return found.map((fault) => `${path}: ${fault}`)
    }
    const findings = await inParallel(templates, ({ path }) => visits.on({ colorScheme: 'dark' }, (page) => print(page, path)))
    assert.deepEqual(findings.flat(), [])
  })
})
