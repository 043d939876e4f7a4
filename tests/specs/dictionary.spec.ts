// What pages have in common is fetched once (RFC 9842): by a browser that keeps it, and for what
// everybody may read.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { open } from '../fixtures/browser.ts'
import { hydrated } from '../fixtures/login-page.ts'
import { useSite } from '../fixtures/site.ts'
import { until } from '../fixtures/stack.ts'
import { countBytes, isCompressed } from '../fixtures/transfer.ts'

const visit = ['/en', '/en/about', '/en/news', '/en/enterprise/cases', '/en/enterprise/invested']

describe('a browser that keeps a dictionary', () => {
  const site = useSite()

  // R11.04
  test('fetches pages and payloads without what they have in common, and shows the same', async () => {
    await until(async () => isCompressed(site.stack.builds), 120)
    const { page, problems, close } = await open(site.browser, { locale: 'en-US' })
    const transfers = await countBytes(page)
    const dictionary = page.waitForResponse(/\/assets\/dictionaries\//)
    await page.goto(site.stack.url + visit[0])
    await (await dictionary).finished()
    const first = transfers.of('Document')
    assert.deepEqual(first.map(({ encoding }) => encoding), ['br'])
    // Chromium writes the dictionary down behind the page.
    await until(async () => {
      await page.goto(`${site.stack.url}/en/message/bp`)
      return transfers.of('Document').at(-1)?.encoding === 'dcz'
    })
    transfers.clear()
    for (const path of visit.slice(1)) {
      const answer = await page.goto(site.stack.url + path)
      await hydrated(page)
      assert.equal(await answer?.text(), await (await fetch(site.stack.url + path)).text(), path)
      const [length, before] = [Number(await answer?.headerValue('content-length')), await brotliBytes(site.stack.url + path)]
      assert.ok(length < before, `${path}: ${length} bytes where Brotli has ${before}`)
    }
    const documents = transfers.of('Document')
    assert.deepEqual(documents.map(({ encoding }) => encoding), visit.slice(1).map(() => 'dcz'))
    await until(async () => transfers.all().some(({ url, encoding }) => url.includes('/_payload.json') && encoding === 'dcz'))
    assert.deepEqual(problems, [])
    await close()
  })
})

async function brotliBytes(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  await answer.arrayBuffer()
  return Number(answer.headers.get('content-length'))
}
