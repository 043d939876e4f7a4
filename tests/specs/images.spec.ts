// Images as a visitor sees them, and a page's preview in a messenger.

import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { open } from '../kit/browser.ts'
import { photograph } from '../fixtures/photograph.ts'
import { useSite } from '../fixtures/site.ts'
import { until } from '../kit/until.ts'

const path = '/en/news/three-photographs'

const article = `---
title: Three photographs
summary: From the plant.
date: 2026-11-01
author: Lin Yining
category: firm
---

![The plant in the morning](morning.png)

${'Below the first image stands a text that is long enough to push what follows out of sight. '.repeat(60)}

![The plant at noon](noon.png)
`

/** An image: the file that it shows, its own size, and the size that its place was kept for. */
const shown = (image: Locator) =>
  image.evaluate((element: HTMLImageElement) => ({
    file: element.currentSrc,
    isLoaded: element.complete && element.naturalWidth > 0,
    ratio: element.naturalWidth / element.naturalHeight,
    kept: element.width / element.height,
  }))

describe('a visitor', () => {
  const site = useSite()
  before(async () => {
    // Moved in whole: the generator would begin with the first file.
    const folder = join(site.stack.folder, 'three-photographs')
    mkdirSync(folder)
    writeFileSync(join(folder, 'morning.png'), photograph(1600, 900, 1))
    writeFileSync(join(folder, 'noon.png'), photograph(1000, 1250, 2))
    writeFileSync(join(folder, 'en.md'), article)
    writeFileSync(join(folder, 'zh-CN.md'), article)
    const verdict = await site.stack.after(() => renameSync(folder, join(site.stack.content, 'news/three-photographs')))
    assert.match(verdict, /^published /)
    await until(async () => (await fetch(site.stack.url + path)).status === 200)
  })

  // R1.06
  test('meets the first image at once and the others when they come into view, in the best encoding', async () => {
    const { page, problems, close } = await open(site.browser, { locale: 'en', viewport: { width: 1440, height: 900 } })
    await page.goto(site.stack.url + path)
    const [first, second] = [page.getByAltText('The plant in the morning'), page.getByAltText('The plant at noon')]
    await page.waitForFunction(() => document.querySelector('img')?.complete)
    const met = await shown(first)
    assert.match(met.file, /morning\.png\.\d+\.avif\?t=\d+$/)
    assert.ok(met.isLoaded && Math.abs(met.ratio / met.kept - 1) < 0.01, JSON.stringify(met))
    assert.equal(await second.getAttribute('src'), null)

    const place = await second.boundingBox()
    await second.scrollIntoViewIfNeeded()
    await page.waitForFunction(() => Array.from(document.images).every((image) => image.complete && image.naturalWidth > 0))
    const seen = await shown(second)
    assert.match(seen.file, /noon\.png\.\d+\.avif\?t=\d+$/)
    assert.ok(Math.abs(seen.ratio / seen.kept - 1) < 0.01, JSON.stringify(seen))
    const after = await second.boundingBox()
    assert.deepEqual([after?.width, after?.height], [place?.width, place?.height], 'nothing moved when it came')
    assert.deepEqual(problems, [])
    await close()
  })

  // R1.06
  test('on a telephone gets a narrower file', async () => {
    const { page, close } = await open(site.browser, { locale: 'en', viewport: { width: 390, height: 844 } })
    await page.goto(site.stack.url + path)
    await page.waitForFunction(() => document.querySelector('img')?.complete)
    assert.match((await shown(page.getByAltText('The plant in the morning'))).file, /morning\.png\.480\.avif/)
    await close()
  })

  // R1.06
  test('without JavaScript sees every image', async () => {
    const { page, problems, close } = await open(site.browser, { locale: 'en', javaScriptEnabled: false })
    const loaded = page.waitForResponse(/noon\.png\.1000\.webp/)
    await page.goto(site.stack.url + path)
    const second = page.locator('noscript img')
    await second.scrollIntoViewIfNeeded()
    assert.equal((await loaded).status(), 200)
    assert.ok((await second.boundingBox())?.width)
    // Scripts are refused to it, which Chromium notes.
    assert.deepEqual(problems.filter((problem) => !/\.js csp$/.test(problem)), [])
    await close()
  })
})

describe('the files made of an image', () => {
  const site = useSite()
  const status = async (path: string) => (await fetch(site.stack.url + path, { redirect: 'manual' })).status

  test('are for those who may see it, and go when it goes', async () => {
    const files = ['letters/2026-q3/plant.png', 'news/ripple-lists/plant.png']
    const bytes = photograph(600, 400, 3)
    for (const file of files) {
      const verdict = await site.stack.after(() => writeFileSync(join(site.stack.content, file), bytes))
      assert.match(verdict, /^published /)
    }
    await until(async () => (await status(`/media/${files[1]}`)) === 200)
    for (const end of ['', '.480.avif', '.480.webp', '.600.avif', '.600.webp']) {
      assert.equal(await status(`/media/${files[1]}${end}`), 200, end)
      assert.notEqual(await status(`/media/${files[0]}${end}`), 200, end)
    }
    assert.match(await site.stack.after(() => rmSync(join(site.stack.content, files[1] ?? ''))), /^published /)
    await until(async () => (await status(`/media/${files[1]}.480.avif`)) === 404)
  })

  // R10.06
  test('are not made of a broken one: the editor is told which, and the site stays as it was', async () => {
    const offset = site.stack.generator.output().length
    const file = join(site.stack.content, 'news/ripple-lists/torn.png')
    const verdict = await site.stack.after(() => writeFileSync(file, photograph(600, 400, 4).subarray(0, 9000)))
    assert.match(verdict, /^error: .*nothing was published/)
    assert.match(site.stack.generator.output().slice(offset), /the image is broken[\s\S]*news\/ripple-lists\/torn\.png[\s\S]*export it again/)
    assert.match(await site.stack.after(() => rmSync(file)), /^(unchanged|published)/)
  })
})

describe('a messenger', () => {
  const site = useSite()

  test('is shown a card of every public page, and of no other', async () => {
    const get = (address: string) => fetch(site.stack.url + new URL(address).pathname)
    const sitemaps = await (await fetch(`${site.stack.url}/sitemap.xml`)).text()
    const addresses: string[] = []
    for (const [, sitemap = ''] of sitemaps.matchAll(/<loc>([^<]+)<\/loc>/g)) {
      for (const [, page = ''] of (await (await get(sitemap)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)) addresses.push(page)
    }
    assert.ok(addresses.length > 50, String(addresses.length))
    for (const address of addresses) {
      const html = await (await get(address)).text()
      const card = html.match(/<meta property="og:image" content="([^"]+)">/)?.[1]?.replaceAll('&#x2F;', '/')
      assert.ok(card, address)
      const answer = await get(card)
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png'], address)
      const bytes = Buffer.from(await answer.arrayBuffer())
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630])
      assert.ok(bytes.length < 80_000, `${address}: ${bytes.length} bytes`)
      assert.match(html, /og:image:width" content="1200">\n<meta property="og:image:height" content="630">/)
    }
    for (const path of ['/404', '/en/404']) assert.doesNotMatch(await (await fetch(site.stack.url + path)).text(), /og:image"/)
  })
})
