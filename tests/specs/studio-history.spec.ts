// The history of the studio: publications with person, time and reason; past pages; and the ways
// back, with the hold.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { launch } from '../kit/browser.ts'
import { callStudio, openStudio, sessionOf } from '../fixtures/editor.ts'
import { type Stack, startStack } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'
import { violations } from '../kit/checks/axe.ts'

const ABOUT = 'pages/about/en.md'
const PAGE = '/en/about'
const HISTORY = `${PAGE}&view=history`

describe('the history of the studio', () => {
  let stack: Stack
  let browser: Browser
  let editor: string
  let publisher: string

  before(async () => {
    stack = await startStack()
    browser = await launch()
    editor = await sessionOf(stack, 'ann@example.com', 'editor')
    publisher = await sessionOf(stack, 'bo@example.com', 'publisher')
    await publish('A first kicker', 'asked by the board')
    await publish('A second kicker', 'a better word')
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
  })

  /** An editor changes the kicker; a publisher publishes it in the review. */
  async function publish(kicker: string, note: string): Promise<void> {
    const { data } = await callStudio<{ id: string }>(stack, editor, 'POST', '/sets', { name: kicker, note })
    const at = `/sets/${data.id}`
    const file = await callStudio<{ version: string }>(stack, editor, 'GET', `${at}/file?path=${ABOUT}`)
    const edits = [{ kind: 'field', field: '/kicker', value: kicker }]
    await callStudio(stack, editor, 'POST', `${at}/edits`, { path: ABOUT, version: file.data.version, edits })
    const { page, close } = await openStudio(stack, browser, publisher, `${PAGE}&set=${data.id}&view=review`)
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await page.getByText(/^(Live since|Published at)/).waitFor()
    await close()
  }

  const live = async () => (await fetch(stack.url + PAGE)).text()
  const act = (page: Page, why: string) => page.locator('.act', { hasText: why })
  const isFocused = (part: Locator) => part.evaluate((element) => element === document.activeElement)

  test('it says who published what, when and why, and compares any two builds', async () => {
    const { page, problems, close } = await openStudio(stack, browser, publisher, PAGE)
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const newest = act(page, 'A second kicker: a better word')
    await newest.getByText('bo@example.com').waitFor()
    await newest.getByText('on the site now').waitFor()
    assert.match((await newest.locator('time').getAttribute('datetime')) ?? '', /^\d{4}-\d\d-\d\dT/)
    assert.equal(await act(page, 'A first kicker').getByText('on the site now').count(), 0)

    const boxes = page.getByRole('checkbox', { name: /^Compare/ })
    await boxes.nth(0).check()
    await boxes.nth(2).check()
    await page.getByRole('button', { name: 'Compare the chosen two' }).click()
    const compared = page.getByRole('region', { name: /^From .* to / })
    await compared.locator('summary', { hasText: PAGE }).click()
    await compared.locator('ins', { hasText: 'second kicker' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await compared.getByRole('button', { name: 'Close' }).click()

    // The change set of a line has the way back of one change.
    await act(page, 'A first kicker').getByRole('button', { name: /its way back$/ }).click()
    await page.getByRole('button', { name: 'Take this publication back' }).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('it shows a page as it was then, and says when a day is before the log', async () => {
    const { page, problems, close } = await openStudio(stack, browser, editor, PAGE)
    await page.getByRole('button', { name: 'More tools' }).click()
    await page.getByRole('button', { name: 'History of this page' }).click()
    await page.getByRole('heading', { name: `History of ${PAGE}` }).waitFor()
    await act(page, 'A first kicker').getByRole('button', { name: /^The page then/ }).click()
    const past = page.getByRole('region', { name: 'What did a page say on a day?' })
    await past.getByText(/^On the site from .* \(bo@example.com\) until /).waitFor()
    await past.frameLocator('iframe').getByText('A first kicker').first().waitFor()
    assert.ok(await isFocused(past))

    await past.getByLabel('At the end of the day').fill('2001-01-01')
    await past.getByRole('button', { name: 'Show', exact: true }).click()
    await past.getByText(/The log has no build of that day\. The first one after it that is kept is of /).waitFor()
    const tomorrow = new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10)
    await past.getByLabel('At the end of the day').fill(tomorrow)
    await past.getByRole('button', { name: 'Show', exact: true }).click()
    await past.getByText(/^On the site since /).waitFor()
    await past.getByRole('button', { name: 'Text alone' }).click()
    await past.getByText('A second kicker').first().waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('a page gets back the text of an earlier build, in a change set that is reviewed', async () => {
    const { page, problems, close } = await openStudio(stack, browser, editor, PAGE)
    await page.getByRole('button', { name: 'More tools' }).click()
    await page.getByRole('button', { name: 'History of this page' }).click()
    await act(page, 'A second kicker').getByRole('button', { name: /^The page then/ }).click()
    const past = page.getByRole('region', { name: 'What did a page say on a day?' })
    await past.frameLocator('iframe').getByText('A second kicker').first().waitFor()
    const back = past.getByRole('button', { name: 'Put this text back…' })
    assert.equal(await back.count(), 0, 'it is the text now')
    await act(page, 'A first kicker').getByRole('button', { name: /^The page then/ }).click()
    await back.waitFor()
    assert.deepEqual(await violations(page), [])
    await back.click()
    await page.locator('ins', { hasText: 'first' }).first().waitFor()
    await page.locator('del', { hasText: 'second' }).first().waitFor()
    const { data } = await callStudio<{ sets: { name: string; files: { path: string }[] }[] }>(stack, editor, 'GET', '/sets')
    const set = data.sets.find(({ name }) => name.startsWith('Back to '))
    assert.deepEqual(set?.files.map(({ path }) => path), [ABOUT])
    assert.match(set?.name ?? '', /^Back to .*: /)
    assert.match(await live(), /A second kicker/)
    assert.deepEqual(problems, [])
    await close()
  })

  test('a publisher rolls back, reads what is held, and releases it; an editor only looks', async () => {
    const { page, problems, close } = await openStudio(stack, browser, publisher, HISTORY)
    await act(page, 'A first kicker').getByRole('button', { name: /^Roll back to/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(PAGE, { exact: true }).waitFor()
    const confirm = dialog.getByRole('button', { name: 'Roll back', exact: true })
    assert.ok(await confirm.isDisabled(), 'a reason is missing')
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('textbox').fill('a wrong word')
    await confirm.click()
    const held = page.getByRole('region', { name: 'Held: nothing new is published' })
    await held.getByText(/bo@example\.com rolled back on .*: “a wrong word”/).waitFor()
    await held.getByText(`content/${ABOUT}`).waitFor()
    await until(() => isFocused(held))
    assert.match(await live(), /A first kicker/)
    assert.deepEqual(await violations(page), [])

    const { data } = await callStudio<{ lines: { build: string }[] }>(stack, editor, 'GET', '/history')
    const looking = await openStudio(stack, browser, editor, HISTORY)
    await looking.page.getByText('Only a publisher releases them.').waitFor()
    assert.equal(await looking.page.getByRole('button', { name: /^(Roll back|Release)/ }).count(), 0)
    await looking.close()
    for (const [path, body] of [['rollback', { build: data.lines.at(-1)?.build, why: 'no' }], ['release', {}]] as const)
      assert.equal((await callStudio(stack, editor, 'POST', `/history/${path}`, body)).status, 403, path)

    await held.getByRole('button', { name: 'Release…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click()
    await page.getByText(/^(Live since|Published at)/).waitFor()
    await held.waitFor({ state: 'detached' })
    assert.match(await live(), /A second kicker/)
    await page.locator('.act .tag', { hasText: 'Released' }).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })
})
