// Each view of the studio, in both languages, on a phone and on a wide window: axe finds no
// violation, and nothing is wider than the window. What is to be seen is prepared by calls.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launch } from '../kit/browser.ts'
import { callStudio, openStudio, publishSets, sessionOf, setWith } from '../fixtures/editor.ts'
import { type Stack, startStack } from '../fixtures/stack.ts'
import { violations } from '../kit/checks/axe.ts'

const ABOUT = 'pages/about/en.md'
const PAGE = '/en/about'
const LANGUAGES = ['en', 'zh-CN'] as const
const WIDTHS = [390, 1440]
const BLOCK = 'main p:has-text("Shen Yanzhi left")'

describe('the studio is accessible', () => {
  let stack: Stack
  let browser: Browser
  let bo: string
  let open: string
  let proposed: string
  let scheduled: string

  before(async () => {
    stack = await startStack()
    browser = await launch()
    const ann = await sessionOf(stack, 'ann@example.com', 'editor')
    bo = await sessionOf(stack, 'bo@example.com', 'publisher')
    open = await setWith(stack, ann, 'Open', ABOUT, '/kicker', 'An open kicker')
    proposed = await setWith(stack, ann, 'Proposed', ABOUT, '/kicker', 'A proposed kicker')
    await callStudio(stack, ann, 'POST', `/sets/${proposed}/propose`)
    scheduled = await setWith(stack, ann, 'Scheduled', ABOUT, '/lead', 'A lead for later')
    assert.equal((await publishSets(stack, bo, [scheduled], '2099-12-01T00:00:00Z')).status, 200)
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
  })

  const frame = (page: Page) => page.frameLocator('iframe')
  const editor = (page: Page) => page.locator('.editor')
  const files = (page: Page) => page.locator('.review .files')

  /** The views: the rest of their address, and the acts until they are as they are looked at. */
  const views: [name: string, address: () => string, ready: (page: Page) => Promise<void>][] = [
    ['page', () => `&set=${open}`, (page) => frame(page).locator('h1').waitFor()],
    ['panel', () => `&set=${open}`, openPanel],
    ['field', () => `&set=${open}`, (page) => select(page, 'h1', 'textarea, input')],
    ['block', () => `&set=${open}`, (page) => select(page, BLOCK, '.cm-content')],
    ['picture', () => `&set=${open}`, openPictures],
    ['entries', () => '&view=entries', (page) => page.locator('.entries tbody tr').first().waitFor()],
    ['calendar', () => '&view=calendar', (page) => page.locator('.day, .empty').first().waitFor()],
    ['file', () => `&view=file&path=${ABOUT}`, (page) => page.locator('.cm-content').waitFor()],
    ['review open', () => `&set=${open}&view=review`, (page) => files(page).waitFor()],
    ['review proposed', () => `&set=${proposed}&view=review`, (page) => files(page).waitFor()],
    ['review scheduled', () => `&set=${scheduled}&view=review`, (page) => files(page).waitFor()],
    ['history', () => '&view=history', (page) => page.locator('.act').first().waitFor()],
  ]

  async function openPanel(page: Page): Promise<void> {
    await frame(page).locator('h1').waitFor()
    if (!(await page.locator('.panel').isVisible())) await page.getByRole('button', { name: /^(Fields|字段)$/ }).click()
    await page.locator('.panel .field').first().waitFor()
    for (const group of await page.locator('.panel details:not([open]) > summary').all()) if (await group.isVisible()) await group.click()
  }

  /** Opens the editor of a text of the page. */
  async function select(page: Page, text: string, control: string): Promise<void> {
    await frame(page).locator(text).first().click()
    await editor(page).locator(control).first().waitFor()
  }

  /** The editor of a block, with its form for pictures. */
  async function openPictures(page: Page): Promise<void> {
    await select(page, BLOCK, '.cm-content')
    await editor(page).locator('.marks [aria-expanded]').click()
    await editor(page).locator('fieldset option').first().waitFor({ state: 'attached' })
  }

  for (const locale of LANGUAGES)
    for (const width of WIDTHS)
      test(`each view, in ${locale} at ${width}`, async () => {
        const found: string[] = []
        const { page, problems, close } = await openStudio(stack, browser, bo, PAGE, { locale, viewport: { width, height: 900 } })
        for (const [name, address, ready] of views) {
          await page.goto(`${stack.url}/studio?page=${PAGE}${address()}`)
          await ready(page)
          found.push(...(await violations(page)).map((line) => `${name}: ${line}`))
          const wide = await page.evaluate(() => document.documentElement.scrollWidth)
          if (wide > width) found.push(`${name}: ${wide} px wide`)
        }
        assert.deepEqual([...found, ...problems], [])
        await close()
      })
})
