// A preview in a browser: the look of a draft, and no trace of it once the preview is left.

import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { open } from '../kit/browser.ts'
import { useSite } from '../fixtures/site.ts'
import { generatorOptions, run } from '../fixtures/stack.ts'

const TITLE = 'A headline before its time'
const DRAFT = '/en/news/early-words'

describe('an editor who shows a draft', () => {
  const site = useSite()
  let address = ''
  before(async () => {
    const { content, folder, url } = site.stack
    const draft = join(content, 'news/early-words')
    await site.stack.after(() => {
      cpSync(join(content, 'news/seven-years'), draft, { recursive: true })
      for (const language of ['zh-CN', 'en']) {
        const file = join(draft, `${language}.md`)
        const text = readFileSync(file, 'utf8')
        writeFileSync(file, text.replace(/^title:.*$/m, `title: ${TITLE}\ndraft: true`).replace(/^date:.*$/m, 'date: 2026-11-20'))
      }
    })
    const made = run('generator', ['preview', '--days', '1', ...generatorOptions(folder, content, url)])
    assert.equal(await made.ended, 0, made.output())
    address = `${url}${made.output().match(/\/preview\/[0-9a-f]{72}/)?.[0]}`
  })

  const heading = (page: Page) => page.locator('h1').first().textContent()
  const says = async (page: Page) => (await page.content()).includes(TITLE)

  // R10.03
  test('sees it on its own page and in lists, in documents and after navigation, with nothing in a cache', async () => {
    const { page, problems, close } = await open(site.browser, { locale: 'en-US' })
    // The public site first: its documents and payloads are in this browser's cache now.
    await page.goto(`${site.stack.url}/en/news`)
    assert.equal(await says(page), false)

    await page.goto(`${address}?to=${DRAFT}`)
    assert.equal(new URL(page.url()).pathname, DRAFT)
    assert.equal(await heading(page), TITLE)
    await page.locator('a[href="/en/news"]').first().click()
    await page.waitForURL(/\/en\/news$/)
    await page.getByText(TITLE).first().waitFor()
    const note = page.locator('body > aside')
    assert.match((await note.textContent()) ?? '', /^Preview, gone at \S+ \S+ \+08:00$/)
    assert.equal(await note.evaluate((element) => getComputedStyle(element).textAlign), 'center')
    assert.deepEqual(problems, [])

    // Out again, by the address that leaves.
    await page.goto(`${site.stack.url}/preview/end?to=/en/news`)
    assert.equal(new URL(page.url()).pathname, '/en/news')
    assert.equal(await says(page), false)
    assert.equal(await note.count(), 0)
    const statusOf = (path: string) =>
      page.evaluate(async (path) => {
        const kept = await fetch(path, { cache: 'force-cache' })
        return kept.status
      }, path)
    assert.equal(await statusOf(DRAFT), 404)
    const app = await page.evaluate(() => JSON.parse(document.querySelector('script[type="application/json"]')?.textContent ?? '{}').app)
    assert.match(app, /^[0-9a-f]{32}$/)
    assert.equal(await statusOf(`${DRAFT}/_payload.json?${app}`), 404)
    const list = await page.evaluate(async (path) => (await fetch(path, { cache: 'force-cache' })).text(), `/en/news/_payload.json?${app}`)
    assert.ok(list.includes('"path":"/en/news"') && !list.includes(TITLE))
    await page.goBack()
    await page.waitForLoadState('load')
    assert.equal(await says(page), false, page.url())
    await close()
  })

  // R6.02
  test('is the only one who does', async () => {
    const { page, close } = await open(site.browser, { locale: 'en-US' })
    const answer = await page.goto(`${site.stack.url}${DRAFT}`)
    assert.equal(answer?.status(), 404)
    const opened = await page.goto(`${address.slice(0, -1)}x`)
    assert.equal(opened?.status(), 404)
    await page.goto(`${site.stack.url}/en/news`)
    assert.equal(await says(page), false)
    await close()
  })

  // R10.03
  test('no longer does once it is ended', async () => {
    const { page, close } = await open(site.browser, { locale: 'en-US' })
    await page.goto(`${address}?to=${DRAFT}`)
    assert.equal(await heading(page), TITLE)
    const { builds, folder, content, url } = site.stack
    const id = address.match(/preview\/([0-9a-f]{8})/)?.[1] ?? ''
    const ended = run('generator', ['preview', '--end', id, ...generatorOptions(folder, content, url)])
    assert.equal(await ended.ended, 0, `${builds} ${ended.output()}`)
    assert.equal((await page.goto(`${url}${DRAFT}`))?.status(), 404)
    assert.equal((await page.goto(address))?.status(), 404)
    await close()
  })
})
