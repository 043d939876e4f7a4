// Every page fits every window, with larger text, with wider letter and line spacing, and in forced
// colours: no element sticks out to the side, no text is cut off.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { cutTables, misfits } from '../kit/checks/fit.ts'
import { assertNone } from '../pages/known.ts'
import { inParallel } from '../kit/pages/parallel.ts'
import { useSitePages } from '../pages/site-pages.ts'

/** The smallest phone, a width in each of the design's ranges (R9.06), and a wall. */
const widths = [320, 360, 390, 480, 576, 768, 992, 1200, 1440, 1600, 2000, 2560]

/** A browser's, in pixels, where the visitor chose no other. */
const DEFAULT_FONT_SIZE = 16

/** Widths that WCAG asks for with text at 200 %: a desktop's window, and half of it. */
const zoomed = [640, 1280]

/** The spacing that a visitor sets for WCAG 1.4.12, whatever a page's style is. */
const SPACED = '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }'

const rootFontSize = (page: Page) => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))

describe('a page', () => {
  const site = useSitePages()

  /** Runs `look` on one page per template and language, and fails with its findings. */
  const onEach = async (look: (page: Page, found: (at: string) => Promise<void>) => Promise<void>) => {
    const documents = site.templates.flatMap(({ documents }) => documents)
    const findings = await inParallel(documents, (document) =>
      site.tabs.on(document, async (page) => {
        const lines: string[] = []
        await look(page, async (at) => void lines.push(...(await misfits(page)).map((misfit) => `${document.path} ${at}: ${misfit}`)))
        return lines
      }),
    )
    assertNone(findings.flat())
  }

  test('fits every window, with larger text, with more air in it, and in forced colours', () =>
    onEach(async (page, look) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await look(`at ${width}`)
      }
      await page.emulateMedia({ forcedColors: 'active' })
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await look(`at ${width} in forced colours`)
      }
      await page.emulateMedia({ forcedColors: 'none' })
      const usual = await rootFontSize(page)
      const browser = await page.context().newCDPSession(page)
      await browser.send('Page.setFontSizes', { fontSizes: { standard: 2 * DEFAULT_FONT_SIZE } })
      assert.equal(await rootFontSize(page), 2 * usual, 'text follows the size that the visitor chose')
      for (const width of zoomed) {
        await page.setViewportSize({ width, height: 900 })
        await look(`at ${width} with text of 200 %`)
      }
      await browser.send('Page.setFontSizes', { fontSizes: { standard: DEFAULT_FONT_SIZE } })
      await browser.detach()
      // A sheet of the browser's own, as an extension would add it: the page's policy allows none.
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(rules)
        document.adoptedStyleSheets = [sheet]
      }, SPACED)
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await look(`at ${width} with more air`)
      }
    }))

  test('shows every table whole on a phone: no column waits to be scrolled to', async () => {
    const documents = site.documents.filter(({ file }) => readFileSync(file, 'utf8').includes('<table'))
    const findings = await inParallel(documents, (document) =>
      site.tabs.on(document, async (page) => {
        const lines: string[] = []
        for (const width of [320, 360, 390]) {
          await page.setViewportSize({ width, height: 900 })
          lines.push(...(await cutTables(page)).map((table) => `${document.path} at ${width}: ${table}`))
        }
        return lines
      }),
    )
    assert.ok(documents.length > 10, `${documents.length} documents with a table`)
    assertNone(findings.flat())
  })

  test('that does not fit is told so, with the element', async () => {
    const page = await site.browser.newPage({ viewport: { width: 400, height: 400 } })
    const said = async (body: string) => {
      await page.setContent(`<!doctype html><style>body { margin: 0 }</style>${body}`)
      return misfits(page)
    }
    const long = 'wide'.repeat(100)
    assert.match((await said(`<p class="a">${long}</p>`)).join(), /^<p\.a> “widewide.*” sticks out by \d+ px$/)
    assert.match((await said(`<p style="overflow: hidden">${long}</p>`)).join(), /^<p> .* is cut off by \d+ px at the side$/)
    assert.match((await said(`<p style="overflow: hidden; height: 20px">one<br>two<br>three</p>`)).join(), /^<p> .*cut off by \d+ px at the bottom/)
    assert.match((await said(`<div class="b" style="width: 500px; height: 9px"></div>`)).join(), /^<div\.b> “” sticks out by 100 px$/)
    assert.deepEqual(await said(`<p style="overflow: auto">${long}</p><p style="overflow: hidden">short</p><p aria-hidden="true" style="overflow: hidden">${long}</p>`), [])
    const table = `<table><tr><td>${long}</td></tr></table>`
    assert.deepEqual(await said(`<div style="overflow-x: auto">${table}</div>`), [])
    assert.match((await cutTables(page)).join(), /^a table is cut by \d+ px: widewide/)
    await said(`<div style="overflow-x: auto">${table.replace(long, 'short')}</div>`)
    assert.deepEqual(await cutTables(page), [])
    await page.close()
  })
})
