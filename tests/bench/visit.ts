// Called by scripts/bench visit: the bytes that a visit of five pages costs in Chromium, with the
// dictionary and without it, for a visitor with an app that loads payloads and for one with
// documents only; and the same pages once more.

import type { Browser, Page } from 'playwright-core'
import { launch, open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { type Stack, startStack } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'
import { countBytes, isCompressed, sum, type Transfer, type Transfers } from '../fixtures/transfer.ts'

const PAGES = ['/en', '/en/about', '/en/news', '/en/enterprise/cases', '/en/enterprise/invested']
/**
 * Least time that a visitor looks at a page: prefetched files and the dictionary arrive meanwhile.
 */
const LOOK_MS = 1500

type Way = 'app' | 'documents'

const stack = await startStack()
const browser = await launch()
try {
  await until(async () => isCompressed(stack.builds), 300)
  console.log('| five pages by | dictionary | documents | payloads | dictionary and rules | all bytes | once more: documents | payloads |')
  console.log('|---|---|---:|---:|---:|---:|---:|---:|')
  for (const way of ['documents', 'app'] as const) for (const isKept of [false, true]) await measure(stack, browser, way, isKept)
} finally {
  await browser.close()
  await stack.stop()
}

async function measure(stack: Stack, browser: Browser, way: Way, isKept: boolean): Promise<void> {
  const { page, close } = await open(browser, { locale: 'en-US' })
  const transfers = await countBytes(page)
  if (!isKept) await block(page, '*/dictionaries/*')
  await visit(page, stack.url, way)
  const first = count(transfers)
  transfers.clear()
  await visit(page, stack.url, 'documents')
  const again = count(transfers)
  await close()
  const cells = [first.documents, first.payloads, first.beside, first.all, again.documents, again.payloads]
  console.log(`| ${way} | ${isKept ? 'yes' : 'no'} | ${cells.map((bytes) => bytes.toLocaleString('en')).join(' | ')} |`)
}

async function visit(page: Page, url: string, way: Way): Promise<void> {
  for (const [at, path] of PAGES.entries()) {
    if (at === 0 || way === 'documents') await page.goto(url + path)
    else await page.locator(`a[href="${path}"]`).first().evaluate((link: HTMLElement) => link.click())
    await page.waitForURL((at) => at.pathname === path)
    await hydrated(page)
    await page.waitForTimeout(LOOK_MS)
  }
}

async function block(page: Page, pattern: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: [pattern] })
}

/** Bytes by kind. */
function count(transfers: Transfers): Record<'documents' | 'payloads' | 'beside' | 'all', number> {
  const bytes = (is: (transfer: Transfer) => boolean) => sum(transfers.all().filter(is).map((transfer) => transfer.bytes))
  return {
    documents: bytes(({ type }) => type === 'Document'),
    payloads: bytes(({ url }) => url.includes('/_payload.json')),
    beside: bytes(({ url }) => /\/(dictionaries|speculation)\//.test(url)),
    all: bytes(() => true),
  }
}
