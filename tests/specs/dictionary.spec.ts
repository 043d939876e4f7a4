// Shared parts of pages are fetched once (RFC 9842): by a browser that stores them, and for public
// pages only.

import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page, Request, Response } from 'playwright-core'
import { launch, open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { buildFrontend, ownFrontend } from '../fixtures/own-frontend.ts'
import { copyPrepared } from '../fixtures/prepared.ts'
import { useSite } from '../fixtures/site.ts'
import { type Stack, startStack, temporaryFolder } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'
import { countBytes, hasCopies, isCompressed } from '../fixtures/transfer.ts'

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
    // Chromium stores the dictionary in the background.
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

describe('a browser that was here before a release', () => {
  const folder = temporaryFolder()
  const sources = ownFrontend(folder)
  let [stack, browser]: [Stack | undefined, Browser | undefined] = [undefined, undefined]
  before(async () => {
    copyPrepared(folder)
    stack = await startStack({ folder, sources })
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('fetches the difference of the scripts that changed', async () => {
    const { url, builds, after: released } = stack as Stack
    const { page, problems, close } = await open(browser as Browser, { locale: 'en-US' })
    const scripts = scriptsOf(page)
    await page.goto(`${url}/en`)
    await hydrated(page)
    const before = scripts()
    const [known, stems] = [new Set(before.map(({ path }) => path)), new Set(before.map(({ stem }) => stem))]
    await page.goto('about:blank')
    for (const file of ['pages/+client.tsx', 'routes/home.tsx'])
      appendFileSync(join(sources.frontend, 'site', file), `\nif (typeof document === 'object') document.documentElement.dataset['release'] = '${file}'\n`)
    assert.match(await released(() => buildFrontend(sources.frontend)), /^published/)
    await until(async () => hasCopies(builds), 120)
    // The gateway takes a moment to load a whole new app.
    const { id } = JSON.parse(readFileSync(join(builds, 'latest.json'), 'utf8')) as { id: string }
    await until(async () => (await fetch(`${url}/en`)).headers.get('x-build') === id)
    await page.goto(`${url}/en`)
    await hydrated(page)
    assert.ok(await page.evaluate(() => document.documentElement.dataset['release']))
    // Code of links in view is fetched ahead, in each visit as far as time allows.
    const changed = scripts().filter(({ path, stem }) => !known.has(path) && stems.has(stem))
    assert.ok(changed.length > 0)
    assert.deepEqual(changed.filter(({ encoding }) => encoding !== 'dcz'), [])
    const bytes = changed.reduce((total, script) => total + script.bytes, 0)
    assert.ok(bytes <= 10 * 1024, `${bytes} bytes of ${changed.length} scripts`)
    assert.deepEqual(problems, [])
    await close()
  })
})

type Script = { path: string; stem: string; encoding: string; bytes: number }

/** The scripts that a page has fetched so far, whole. */
function scriptsOf(page: Page): () => Script[] {
  const answers: Response[] = []
  const finished = new Set<Request>()
  page.on('response', (answer) => answers.push(answer))
  page.on('requestfinished', (request) => finished.add(request))
  return () => answers.filter((answer) => finished.has(answer.request())).flatMap(scriptOf)
}

function scriptOf(answer: Response): Script[] {
  const path = new URL(answer.url()).pathname
  if (!path.startsWith('/assets/chunks/')) return []
  const headers = answer.headers()
  const bytes = Number(headers['content-length'])
  return [{ path, stem: path.slice(0, path.lastIndexOf('-')), encoding: headers['content-encoding'] ?? '', bytes }]
}

async function brotliBytes(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  await answer.arrayBuffer()
  return Number(answer.headers.get('content-length'))
}
