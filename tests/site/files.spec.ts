// A visitor downloads the figures: both files, in both languages, from the page that shows them.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Download, Page } from 'playwright-core'
import { hydrated } from '../kit/pages/hydrated.ts'
import { useSite } from '../fixtures/site.ts'
import { until } from '../kit/until.ts'

describe('a visitor of the financial page', () => {
  const site = useSite()

  const languages = [
    { folder: '/about/financial', year: '年份', revenue: '收入（百万元）' },
    { folder: '/en/about/financial', year: 'Year', revenue: 'Revenue (million yuan)' },
  ]

  /** The page at rest: an element that moves or arrives under the mouse may take its click. */
  async function visit(folder: string): Promise<Page> {
    const page = await site.browser.newPage({ reducedMotion: 'reduce' })
    await page.goto(site.stack.url + folder)
    await hydrated(page)
    return page
  }

  /** The download that a click on the page's link to a file starts. */
  async function downloaded(page: Page, href: string): Promise<Download> {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`main a[href="${href}"]`)])
    return download
  }

  async function bytesOf(download: Download): Promise<Buffer> {
    const path = await download.path()
    assert.equal(await download.failure(), null)
    return readFileSync(path)
  }

  for (const { folder, year, revenue } of languages) {
    test(`saves the table of ${folder} as a spreadsheet opens it`, async () => {
      const page = await visit(folder)
      const download = await downloaded(page, `${folder}/figures.csv`)
      assert.equal(download.suggestedFilename(), 'figures.csv')
      const bytes = await bytesOf(download)
      assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
      const [header = '', ...rows] = bytes.subarray(3).toString('utf8').trimEnd().split('\r\n')
      assert.ok(header.startsWith(`${year},`) && header.includes(revenue), header)
      // The values of the page's table, without separators of thousands.
      const shown = await page.locator('main table tbody tr').evaluateAll((all) => all.map((row) => row.querySelector('th')?.textContent ?? ''))
      assert.deepEqual(rows.map((row) => row.split(',')[0]), shown.toReversed())
      assert.match(rows.at(-1) ?? '', /^2025,(186|18\.6),208\.5,0,310,47,/u)
      await page.close()
    })

    test(`saves the report of ${folder}`, async () => {
      const page = await visit(folder)
      const download = await downloaded(page, `${folder}/figures.pdf`)
      assert.equal(download.suggestedFilename(), 'figures.pdf')
      assert.match((await bytesOf(download)).toString('latin1'), /^%PDF-1\.7[^]*%%EOF\s*$/u)
      await page.close()
    })
  }

  test('is answered with the right types, and no cache keeps an old figure', async () => {
    for (const [name, type, disposition] of [
      ['figures.csv', 'text/csv; charset=utf-8', 'attachment'],
      ['figures.pdf', 'application/pdf', null],
    ] as const) {
      const answer = await fetch(`${site.stack.url}/about/financial/${name}`)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), type)
      assert.equal(answer.headers.get('content-disposition'), disposition)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(answer.headers.get('cache-control'), 'public, no-cache')
      const again = await fetch(answer.url, { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } })
      assert.equal(again.status, 304)
    }
  })

  test('opens a link to the table from elsewhere, and it is saved', async () => {
    const page = await site.browser.newPage()
    await page.goto(`${site.stack.url}/en/about`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate(() => location.assign('/en/about/financial/figures.csv')),
    ])
    assert.equal(download.suggestedFilename(), 'figures.csv')
    await page.close()
  })

  test('gets new files with a new figure, and the others stay as they are', async () => {
    const read = async (path: string) => Buffer.from(await (await fetch(site.stack.url + path)).arrayBuffer())
    const before = await read('/about/financial/figures.pdf')
    const about = await read('/about')
    const offset = site.stack.generator.output().length
    const verdict = await site.stack.edit('financials/2025.yaml', (text) => text.replace('staff: 47', 'staff: 49'))
    assert.match(verdict, /^published /u)
    const changed = [...site.stack.generator.output().slice(offset).matchAll(/^ {2}changed {2}https:\/\/[^/]+(\S+)$/gmu)]
    assert.deepEqual(changed.map(([, path]) => path), ['/about/financial', '/en/about/financial'])
    await until(async () => (await read('/about/financial/figures.csv')).toString().includes('\r\n2025,186,208.5,0,310,49,'))
    assert.notDeepEqual(await read('/about/financial/figures.pdf'), before)
    assert.deepEqual(await read('/about'), about)
  })

  test('an editor links to a file from any text, and a file that no page offers is a broken link', async () => {
    const link = (name: string) => site.stack.edit('pages/about/en.md', (text) => `${text}\n[Figures](/en/about/financial/${name})\n`)
    assert.match(await link('figures.csv'), /^published/u)
    assert.match(await link('figures.xlsx'), /nothing was published/u)
    assert.match(site.stack.generator.output(), /broken-link/u)
    await site.stack.edit('pages/about/en.md', (text) => text.replace('figures.xlsx', 'figures.pdf'))
  })

  test('an editor is told which file cannot be made, and nothing is published', async () => {
    const offset = site.stack.generator.output().length
    const verdict = await site.stack.edit('financials/2025.yaml', (text) => text.replace('en: "No new', 'en: "\u{1F30A} No new'))
    assert.match(verdict, /nothing was published/u)
    assert.match(site.stack.generator.output(), /cannot make `\/en\/about\/financial\/figures\.pdf` \(route `financial`, locale `en`\).*U\+1F30A/u)
    assert.equal((await fetch(`${site.stack.url}/en/about/financial/figures.pdf`)).status, 200)
  })
})
