// The review of a change set: its pages before and after, at the width of a phone and of a desk.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launch } from '../kit/browser.ts'
import { callStudio, openStudio, sessionOf, setWith } from '../fixtures/editor.ts'
import { type Stack, startStack } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'
import { violations } from '../kit/checks/axe.ts'

const ABOUT = 'pages/about/en.md'
const STORY = 'news/fund-two-returned/en.md'
const NEW_STORY = 'news/a-new-story/en.md'

describe('the review of a change set', () => {
  let stack: Stack
  let browser: Browser
  let publisher: string
  let set: string

  before(async () => {
    stack = await startStack()
    browser = await launch()
    publisher = await sessionOf(stack, 'bo@example.com', 'publisher')
    set = await setWith(stack, publisher, 'Kicker', ABOUT, '/kicker', 'A kicker with other words')
    const { data } = await callStudio<{ text: string }>(stack, publisher, 'GET', `/sets/live/file?path=${STORY}`)
    const edits = [{ kind: 'text', text: data.text }]
    await callStudio(stack, publisher, 'POST', `/sets/${set}/edits`, { path: NEW_STORY, version: null, edits })
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
  })

  const review = (options = {}) => openStudio(stack, browser, publisher, `/en/about&set=${set}&view=review`, options)
  const compare = async (page: Page, path: string) => {
    await page.getByRole('button', { name: `Before and after: ${path}`, exact: true }).click()
    return page.getByRole('dialog', { name: `Before and after: ${path}`, exact: true })
  }

  test('a changed page stands before and after at both widths, from its first difference', async () => {
    const { page, problems, close } = await review()
    const dialog = await compare(page, '/en/about')
    const old = dialog.frameLocator('iframe[title="The page before"]')
    const fresh = dialog.frameLocator('iframe[title="The page after"]')
    await dialog.getByText('1 place differs').waitFor()
    for (const width of [1440, 390]) {
      await dialog.getByRole('button', { name: String(width) }).click()
      const html = fresh.locator('html')
      await until(async () => (await html.evaluate(({ clientWidth }) => clientWidth)) === width)
      await fresh.locator('[data-studio-differs]', { hasText: 'A kicker with other words' }).waitFor()
      await old.locator('[data-studio-differs]', { hasText: 'The firm' }).waitFor()
      assert.equal(await old.getByText('A kicker with other words').count(), 0)
      assert.deepEqual(await violations(page), [])
    }

    // The keyboard scrolls both, and does not get into them.
    const pages = dialog.getByRole('region', { name: 'The pages; both scroll together' })
    await pages.press('PageDown')
    const tops = () => Promise.all([old, fresh].map((frame) => frame.locator('html').evaluate(({ scrollTop }) => scrollTop)))
    await until(async () => {
      const [first = 0, second] = await tops()
      return first > 0 && first === second
    })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(problems, [])
    await close()
  })

  test('a narrow window shows one version at a time; a new page has no version before', async () => {
    const { page, problems, close } = await review({ viewport: { width: 390, height: 844 } })
    const changed = await compare(page, '/en/about')
    const before = changed.getByRole('region', { name: 'Before: the site as it is' })
    const after = changed.getByRole('region', { name: 'After: with this change set' })
    await after.waitFor()
    assert.ok(!(await before.isVisible()))
    await changed.getByRole('button', { name: 'Before', exact: true }).click()
    await before.waitFor()
    assert.ok(!(await after.isVisible()))
    assert.deepEqual(await violations(page), [])
    await changed.getByRole('button', { name: 'Close' }).click()

    const added = await compare(page, '/en/news/a-new-story')
    await added.frameLocator('iframe').locator('h1').waitFor()
    assert.equal(await added.locator('iframe').count(), 1)
    assert.equal(await added.getByRole('button', { name: 'Before', exact: true }).count(), 0)
    assert.deepEqual(problems, [])
    await close()
  })

  test('a version that cannot be shown has its reason in its place', async () => {
    const { page, close } = await review()
    const refusal = { code: 422, msg: 'no', data: { problems: [{ reason: 'A sentence of the server.' }] } }
    await page.route('**/sets/live/page?*', (route) => route.fulfill({ status: 422, json: refusal }))
    const dialog = await compare(page, '/en/about')
    const before = dialog.getByRole('region', { name: 'Before: the site as it is' })
    await before.getByText('A sentence of the server.').waitFor()
    await dialog.frameLocator('iframe').getByText('A kicker with other words').first().waitFor()
    assert.equal(await before.getByText('Loading…').count(), 0)
    await close()
  })
})
