// Messages in the studio: a recipient reads a message of a visitor, downloads its file, marks it as
// done, exports it and deletes it. A person without that role gets none of it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launch, open } from '../kit/browser.ts'
import { openStudio, sessionOf } from '../fixtures/editor.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { choose, fill, hasArrived, storedWith } from '../fixtures/message-form.ts'
import { run, type Stack, startStack } from '../fixtures/stack.ts'
import { violations } from '../kit/checks/axe.ts'

const PLAN = Buffer.from('%PDF-1.7\nBearings that need no oil\n%%EOF\n')
const CALLS = ['list', 'show', 'file', 'done', 'reopen', 'export', 'purge']

// R2.05
describe('messages in the studio', () => {
  let stack: Stack
  let browser: Browser
  let rae: string

  before(async () => {
    stack = await startStack()
    browser = await launch()
    rae = await sessionOf(stack, 'rae@example.com', 'recipient')
    await send('/message/bp', 'Tidal Bearings')
    await send('/message/work', 'Lin seeks work on bearings')
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
  })

  /** A visitor sends a message by a form of the site. */
  const send = async (path: string, name: string) => {
    const { page, close } = await open(browser, { locale: 'en' })
    await page.goto(`${stack.url}/en${path}`)
    await hydrated(page)
    if (path.endsWith('bp')) await fill(page, name)
    else await fillWork(page, name)
    await choose(page, stack.folder, PLAN)
    await page.locator('main form [type=submit]').click()
    await hasArrived(page)
    await close()
  }

  const openMessages = (token: string, options = {}) => openStudio(stack, browser, token, '/&view=messages', options)
  const item = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).getByRole('button')
  const part = (page: Page, form: string) => page.getByRole('region', { name: new RegExp(`^${form} [2-9A-Z]{4}-[2-9A-Z]{4}$`) })

  /** The file that the browser saves because of an act. */
  const savedBy = async (page: Page, act: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()])
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
  }

  const status = async (path: string, token?: string, method = 'GET') => {
    const headers = { origin: stack.url, 'content-type': 'application/json', ...(token === undefined ? {} : { cookie: `token=${token}` }) }
    const body = method === 'POST' ? { body: '{}' } : {}
    return (await fetch(stack.url + path, { method, headers, redirect: 'manual', ...body })).status
  }

  test('a recipient reads a message, downloads its file and marks it as done', async () => {
    const { page, problems, close } = await openMessages(rae)
    await item(page, 'Tidal Bearings').click()
    const message = part(page, 'Business plan')
    for (const text of ['Tidal Bearings', 'lin.guest@example.com', 'Semiconductors', 'plan.pdf', 'Not checked for viruses']) await message.getByText(text).first().waitFor()
    await message.getByText(/^Privacy policy, version \S+$/).waitFor()
    await message.getByRole('heading').and(page.locator(':focus')).waitFor()
    assert.deepEqual(await violations(page), [])

    const file = await savedBy(page, () => message.getByRole('button', { name: 'Download plan.pdf' }).click())
    assert.match(file.name, /^[2-9A-Z]{4}-[2-9A-Z]{4}-plan\.pdf$/)
    assert.deepEqual(file.bytes, PLAN)

    await message.getByRole('button', { name: 'Mark as done' }).click()
    await page.getByRole('status').filter({ hasText: / is done\.$/ }).waitFor()
    assert.equal(storedWith(stack.folder, 'Tidal Bearings')[0]?.state, 'done')
    await item(page, 'Tidal Bearings').waitFor({ state: 'detached' })
    await message.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('heading', { name: 'Messages' }).and(page.locator(':focus')).waitFor()

    // It was not done after all.
    await page.getByLabel('State').selectOption({ label: 'Done' })
    await item(page, 'Tidal Bearings').click()
    await message.getByRole('button', { name: 'Mark as not done' }).click()
    await page.getByText('No message fits this choice.').waitFor()
    assert.equal(storedWith(stack.folder, 'Tidal Bearings')[0]?.state, 'received')
    assert.deepEqual(problems, [])
    await close()
  })

  test('a recipient finds messages by kind, state and words, and exports them', async () => {
    const { page, problems, close } = await openMessages(rae)
    await page.getByText('2 messages').waitFor()
    await page.getByLabel('Kind').selectOption({ label: 'Business plan' })
    await item(page, 'Lin seeks work on bearings').waitFor({ state: 'detached' })
    await page.getByLabel('Kind').selectOption({ label: 'All' })
    await page.getByRole('searchbox').fill('seeks WORK')
    await page.keyboard.press('Enter')
    await item(page, 'Tidal Bearings').waitFor({ state: 'detached' })
    await item(page, 'Lin seeks work on bearings').waitFor()

    await page.getByRole('button', { name: 'Export…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export messages' })
    const { name, bytes } = await savedBy(page, () => dialog.getByRole('button', { name: 'Save the file' }).click())
    assert.equal(name, 'messages.csv')
    const command = run('origin', ['messages', 'export', '--csv', '--var', join(stack.folder, 'var'), '--builds', stack.builds])
    assert.equal(await command.ended, 0, command.output())
    assert.equal(bytes.toString().trim(), command.output().trim(), 'the command line exports the same')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(problems, [])
    await close()
  })

  test('a recipient deletes a message on a phone, after a question that names it', async () => {
    const { page, problems, close } = await openMessages(rae, { viewport: { width: 390, height: 844 } })
    await item(page, 'Lin seeks work on bearings').click()
    const message = part(page, 'Work and cooperation')
    await message.getByRole('button', { name: 'Close' }).click()
    await item(page, 'Lin seeks work on bearings').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await message.getByRole('button', { name: 'Delete…' }).click()
    const question = page.getByRole('dialog', { name: /^Delete message .* for good\?$/ })
    for (const text of ['One message is deleted', 'Work and cooperation, received', 'Bearings that need no oil', 'its file: plan.pdf']) await question.getByText(text).waitFor()
    assert.deepEqual(await violations(page), [])
    await question.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(storedWith(stack.folder, 'Lin seeks work on bearings').length, 1)
    await message.getByRole('button', { name: 'Delete…' }).click()
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('status').filter({ hasText: / is deleted\.$/ }).waitFor()
    await item(page, 'Lin seeks work on bearings').waitFor({ state: 'detached' })
    assert.deepEqual(storedWith(stack.folder, 'Lin seeks work on bearings'), [])
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
    assert.deepEqual(problems, [])
    await close()
  })

  test('a recipient whose session has ended reads the reason, signs in and goes on', async () => {
    const { page, close } = await openMessages(rae)
    await item(page, 'Tidal Bearings').waitFor()
    await page.context().clearCookies()
    await item(page, 'Tidal Bearings').click()
    const message = part(page, 'Business plan')
    await message.getByRole('alert').getByText('You are not signed in any more.').waitFor()
    await page.context().addCookies([{ name: 'token', value: rae, url: stack.url }])
    await message.getByRole('button', { name: 'Try again' }).click()
    await message.getByText('lin.guest@example.com').waitFor()
    await close()
  })

  test('each act is in the log under the name of the recipient', async () => {
    const command = run('origin', ['log', '--json', '--var', join(stack.folder, 'var')])
    assert.equal(await command.ended, 0, command.output())
    const lines = command.output().trim().split('\n').map((line) => JSON.parse(line) as { by: string; verb: string })
    const verbs = new Set(lines.filter(({ by }) => by === 'rae@example.com').map(({ verb }) => verb))
    for (const verb of ['show', 'file', 'done', 'reopen', 'export', 'purge']) assert.ok(verbs.has(`messages ${verb}`), verb)
  })

  test('a recipient has no view of texts, and an editor none of messages', async () => {
    const recipient = await openStudio(stack, browser, rae, '/en/about')
    await recipient.page.getByRole('heading', { name: 'Messages' }).waitFor()
    assert.deepEqual(await recipient.page.getByRole('navigation').getByRole('button').allInnerTexts(), ['Messages'])
    for (const path of ['/api/studio/sets', '/api/studio/history', '/studio/files/live/fonts.css']) {
      assert.equal(await status(path, rae), 403, path)
    }
    assert.deepEqual(recipient.problems, [])
    await recipient.close()

    const ann = await sessionOf(stack, 'ann@example.com', 'editor')
    const editor = await openMessages(ann)
    await editor.page.getByRole('button', { name: 'Entries' }).waitFor()
    assert.equal(await editor.page.getByText('Messages').count(), 0)
    assert.deepEqual(editor.problems, [])
    await editor.close()
    for (const call of CALLS) assert.equal(await status(`/api/messages/${call}`, ann, 'POST'), 403, call)
  })

  test('members and guests get nothing of it', async () => {
    const cy = await sessionOf(stack, 'cy@example.com', 'member')
    for (const call of CALLS) {
      assert.equal(await status(`/api/messages/${call}`, cy, 'POST'), 403, call)
      assert.equal(await status(`/api/messages/${call}`, undefined, 'POST'), 401, call)
    }
    assert.equal(await status('/studio', cy), 404)
    assert.notEqual(await status('/studio'), 200)
    assert.equal(await status('/studio', rae), 200)
  })
})

/** Fills in the form of people who seek work. */
async function fillWork(page: Page, message: string): Promise<void> {
  const form = page.locator('main form')
  for (const select of await form.locator('select').all()) await select.selectOption({ index: 1 })
  for (const field of await form.locator('[required]:is(input:not([type]), textarea)').all()) await field.fill('Bearings that need no oil')
  await form.locator('[name=message]').fill(message)
  await form.locator('[type=email]').fill('lin.guest@example.com')
  await form.locator('[name=consent]').check()
}
