// Figures of visits: a page that is left adds its numbers to the metrics, where site and operator
// ask for it; else no document knows of it.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type Stack, startStack } from '../fixtures/stack.ts'
import { launch, open } from '../kit/browser.ts'
import { until } from '../kit/until.ts'

const PATH = '/api/visits'

/** The numbers about visits, by name with labels. */
async function figures(url: string): Promise<Record<string, number>> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n')
  const ours = lines.filter((line) => line.startsWith('gateway_visit'))
  return Object.fromEntries(ours.map((line) => line.split(' ')).map(([name, value]) => [name, Number(value)]))
}

describe('figures of visits', () => {
  let stack: Stack
  let browser: Browser
  before(async () => {
    stack = await startStack({ environment: { PORTICO_VISITOR_FIGURES: 'true' } })
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
  })

  const visits = async () => (await figures(stack.url))['gateway_visits_total']
  const isMeasured = (page: Page) => page.evaluate(() => document.querySelector('script[data-share]') !== null)

  test('no document has the script unless the site asks for it', async () => {
    const { page, close } = await open(browser)
    await page.goto(`${stack.url}/about`)
    assert.equal(await isMeasured(page), false)
    await close()
    assert.equal(await visits(), 0)
  })

  test('a page that is left adds its numbers, once, and names neither page nor visitor', async () => {
    await stack.edit('site.yaml', (text) => `visitorFigures: 1\n${text}`)
    await until(async () => (await (await fetch(`${stack.url}/about`)).text()).includes('data-share="1"'))
    const { page, problems, close } = await open(browser)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(PATH)) sent.push(request.postData() ?? '')
    })
    await page.goto(`${stack.url}/about`, { waitUntil: 'load' })
    // The first click ends the measurement of the paint, so that has to be there before.
    await page.evaluate(() => new Promise((painted) => new PerformanceObserver(painted).observe({ type: 'largest-contentful-paint', buffered: true })))
    await page.mouse.click(5, 5)
    // The error of a test is no problem of the page, and no console has it.
    await page.evaluate(() => dispatchEvent(new ErrorEvent('error')))
    assert.equal(await visits(), 0)
    await page.goto(`${stack.url}/no-such-page`, { waitUntil: 'load' })
    await until(async () => (await visits()) === 1)
    const first = await figures(stack.url)
    assert.equal(first['gateway_visit_lcp_seconds_count'], 1)
    assert.equal(first['gateway_visit_layout_shift_count'], 1)
    assert.equal(first['gateway_visit_script_errors_total'], 1)
    assert.equal(first['gateway_visit_missing_pages_total'], 0)
    const seconds = first['gateway_visit_lcp_seconds_sum'] ?? 0
    assert.ok(seconds > 0 && seconds < 60, `${seconds}`)
    await page.goto('about:blank')
    await until(async () => (await visits()) === 2)
    assert.equal((await figures(stack.url))['gateway_visit_missing_pages_total'], 1)
    const known = ['lcp', 'inp', 'cls', 'missing', 'errors']
    for (const body of sent) {
      const names = Object.keys(JSON.parse(body) as object)
      assert.deepEqual(names.filter((name) => !known.includes(name)), [])
    }
    const others = problems.filter((problem) => !problem.includes('404'))
    assert.deepEqual(others, [])
    await close()
  })
})
