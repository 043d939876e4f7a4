// The page of all parts: breakpoints, rules of routes, messages.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launch, open, type Watched } from '../kit/browser.ts'
import { root } from '../fixtures/stack.ts'
import { type Running, start } from '../kit/process.ts'

const BREAKPOINTS = [480, 576, 768, 992, 1200, 1600, 2000]

describe('the parts page', () => {
  let server: Running
  let browser: Browser
  let watched: Watched

  before(async () => {
    const frontend = join(root, 'frontend')
    const bin = (name: string) => join(frontend, 'node_modules/.bin', name)
    const options = ['--config', 'parts/vite.config.ts', '--port', '0']
    server = start(bin('node'), [bin('vite'), ...options], { NO_COLOR: '1' }, frontend)
    const [[, url = ''], started] = await Promise.all([server.until(/Local:\s+(\S+)/), launch()])
    browser = started
    watched = await open(browser)
    // The first visit waits until the server has bundled the packages.
    await watched.page.goto(`${url}?locale=en`, { timeout: 60_000 })
    await watched.page.getByRole('heading', { name: 'Parts', exact: true }).waitFor({ timeout: 60_000 })
  })

  after(async () => {
    await browser?.close()
    server?.child.kill('SIGTERM')
    await server?.ended
  })

  // R9.06
  test('shows each breakpoint reached from its width on, and not a pixel earlier', async () => {
    const { page } = watched
    for (const width of BREAKPOINTS) {
      for (const [window, count] of [[width - 1, BREAKPOINTS.indexOf(width)], [width, BREAKPOINTS.indexOf(width) + 1]] as const) {
        await page.setViewportSize({ width: window, height: 900 })
        assert.deepEqual(await breakpoints(page), BREAKPOINTS.map((from, index) => [`${from} px`, index < count]), `at ${window}`)
      }
    }
  })

  // R9.06
  test('has a part of two columns from 480 px, and of a longer line from 2000 px', async () => {
    const { page } = watched
    const looks: [number, number, string][] = []
    for (const width of [479, 480, 1999, 2000]) {
      await page.setViewportSize({ width, height: 900 })
      looks.push(await page.locator('[data-specimen]').evaluate((element) => {
        const { gridTemplateColumns, maxInlineSize } = getComputedStyle(element)
        return [window.innerWidth, gridTemplateColumns.split(' ').length, maxInlineSize]
      }))
    }
    assert.deepEqual(looks, [[479, 1, '960px'], [480, 2, '960px'], [1999, 2, '960px'], [2000, 2, '1280px']])
  })

  // R9.06
  test('shows the breakpoints that the tokens and the design name', () => {
    const widthsIn = (file: string, before: string) => {
      const [, list = ''] = readFileSync(join(root, file), 'utf8').split(before)
      return list.match(/[^.(]+/)?.[0].match(/\d+/g)?.map(Number)
    }
    assert.deepEqual(widthsIn('frontend/site/styles/tokens.css', 'The breakpoints are '), BREAKPOINTS)
    assert.deepEqual(widthsIn('docs/design.md', 'Breakpoints are those of R9.06:'), BREAKPOINTS)
  })

  // R2.22
  test('merges the rules of a layout and of its routes, but for the keys that `override` names', async () => {
    const rows = watched.page.locator('#routes tbody tr')
    const rules = await rows.evaluateAll((all) => all.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent)))
    assert.deepEqual(rules, [
      ['inherited', 'none', 'keepAlive, middleware user-auth'],
      ['merged', 'no keepAlive, middleware auth', 'middleware user-auth + auth'],
      ['replaced', 'middleware auth, override middleware', 'keepAlive, middleware auth'],
      ['emptied', 'override keepAlive + middleware', 'none'],
    ])
  })

  // R2.22, R4.05
  test('leads a guest to sign in where `user-auth` holds, and to the page where the route replaces it', async () => {
    const { page } = watched
    const answers: [string, string | null][] = []
    for (const id of ['inherited', 'merged', 'replaced', 'emptied']) {
      await page.getByRole('row', { name: id }).getByRole('button', { name: 'Visit' }).click()
      const answer = page.getByLabel(`Answer for ${id}`)
      await answer.filter({ hasText: /./ }).waitFor()
      answers.push([id, await answer.textContent()])
    }
    assert.deepEqual(answers, [
      ['inherited', '/en/login?redirect=%2Finherited'],
      ['merged', '/en/login?redirect=%2Fmerged'],
      ['replaced', 'the page'],
      ['emptied', 'the page'],
    ])
  })

  // R9.04
  test('shows a notification with its heading, 24 px from the edges, until it is dismissed', async () => {
    const { page, problems } = watched
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'A notification' }).click()
    const message = page.getByRole('dialog', { name: 'Saved' })
    await message.getByText('The page is live in both languages.').waitFor()
    const { left, right, top } = await message.evaluate((element) => element.getBoundingClientRect())
    const edge = await page.evaluate(() => document.documentElement.clientWidth)
    assert.deepEqual([top, edge - right, right - left], [24, 24, 384])
    // The list hides its buttons from assistive technology until it has the focus.
    await message.getByLabel('Dismiss').click()
    await message.waitFor({ state: 'detached' })
    assert.deepEqual(problems, [])
  })
})

/** Each breakpoint's name, and whether the page calls it reached. */
function breakpoints(page: Page): Promise<[string, boolean][]> {
  return page.locator('[data-from]').evaluateAll((rows) =>
    rows.map((row) => {
      const [name, below, reached] = [...row.children].map((part) => part as HTMLElement)
      const isShown = (part?: HTMLElement) => part !== undefined && getComputedStyle(part).display !== 'none'
      if (isShown(below) === isShown(reached)) throw new Error(`${name?.textContent} shows both states or none`)
      return [name?.textContent ?? '', isShown(reached)]
    }),
  )
}
