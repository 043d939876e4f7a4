// The file of a message that the origin no longer has, or does not take: it is sent again by
// itself, or its sender is led to it.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launch, open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { choose, fill, hasArrived, storedWith } from '../fixtures/message-form.ts'
import { type Stack, startStack } from '../fixtures/stack.ts'

describe('the file of a message', () => {
  let stack: Stack
  let browser: Browser
  before(async () => {
    stack = await startStack()
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
  })

  const writing = async () => {
    const tab = await open(browser, { locale: 'en' })
    tab.page.on('dialog', (dialog) => void dialog.accept())
    await tab.page.goto(`${stack.url}/en/message/bp`)
    await hydrated(tab.page)
    return tab
  }

  const isOneMessage = (company: string, file: Buffer) => {
    const sha256 = createHash('sha256').update(file).digest('hex')
    assert.deepEqual(
      storedWith(stack.folder, company).map((stored) => stored.sha256),
      [sha256],
    )
  }

  // R2.04, R2.05
  test('sends the file once more by itself when the upload is gone', async () => {
    const { page, close } = await writing()
    const addresses = uploadsOf(page)
    const file = Buffer.from('%PDF-1.7\nforgotten\n%%EOF\n')
    await fill(page, 'Forgotten Bearings')
    await choose(page, stack.folder, file)
    await page.getByText('Uploaded, 25 bytes.').waitFor()
    for (const address of addresses()) {
      const headers = { 'tus-resumable': '1.0.0', origin: stack.url }
      const gone = await fetch(address, { method: 'DELETE', headers })
      assert.equal(gone.status, 204)
    }
    await page.locator('main form [type=submit]').click()
    await hasArrived(page)
    isOneMessage('Forgotten Bearings', file)
    assert.equal(addresses().length, 2)
    await close()
  })

  // R2.04, R2.05
  test('has one draft in two tabs, and sends it from both', async () => {
    const { page, close } = await writing()
    const file = Buffer.from('%PDF-1.7\ntwo tabs\n%%EOF\n')
    await fill(page, 'Bearings of two tabs')
    await choose(page, stack.folder, file)
    await page.getByText('Uploaded, 24 bytes.').waitFor()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByText('What you wrote before is here again.').waitFor()
    await other.getByText('Uploaded, 24 bytes.').waitFor()
    for (const tab of [other, page]) {
      await tab.locator('main [name=consent]').check()
      await tab.locator('main form [type=submit]').click()
      await hasArrived(tab)
    }
    const sha256 = createHash('sha256').update(file).digest('hex')
    assert.deepEqual(
      storedWith(stack.folder, 'Bearings of two tabs').map(({ file, sha256 }) => ({ file, sha256 })),
      Array(2).fill({ file: 'plan.pdf', sha256 }),
    )
    await close()
  })

  // R2.04
  test('is led to a file that is no document, and sends another in its place', async () => {
    const { page, close } = await writing()
    const deleted: number[] = []
    page.on('response', (response) => {
      if (response.request().method() === 'DELETE') deleted.push(response.status())
    })
    await fill(page, 'Bearings on a page')
    await choose(page, stack.folder, Buffer.from('<!doctype html><title>Plan</title>'))
    await page.getByText('Uploaded, 34 bytes.').waitFor()
    await page.locator('main form [type=submit]').click()
    await page.getByText('The message was not sent. Please look again at: The plan.').waitFor()
    await page.locator('main [name=file]:focus').waitFor()
    assert.equal(await page.getByText('Uploaded').count(), 0)
    const file = Buffer.from('%PDF-1.7\nin its place\n%%EOF\n')
    await choose(page, stack.folder, file)
    await page.locator('main form [type=submit]').click()
    await hasArrived(page)
    isOneMessage('Bearings on a page', file)
    // The refused upload was there until another took its place.
    assert.deepEqual(deleted, [204])
    await close()
  })
})

/** Addresses of the uploads that have begun so far. */
function uploadsOf(page: Page): () => string[] {
  const begun: string[] = []
  page.on('response', (response) => {
    const { location } = response.headers()
    if (response.request().method() === 'POST' && location !== undefined) begun.push(new URL(location, response.url()).href)
  })
  return () => begun
}
