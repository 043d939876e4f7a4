// The studio: an editor changes the real page in place, and the site stays as it is until a
// publisher publishes.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launch } from '../kit/browser.ts'
import { callStudio, listSets, openStudio, publishSets, sessionOf } from '../fixtures/editor.ts'
import { type Stack, startStack } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'

const ABOUT = 'pages/about/en.md'

type StudioFile = { version: string; text: string; fields: Record<string, unknown> }
type Saved = { saved: boolean; version: string; problems: { field?: string; reason: string; remedy?: string }[] }

describe('the studio', () => {
  let stack: Stack
  let browser: Browser
  let ann: string
  let publisher: string

  before(async () => {
    stack = await startStack()
    browser = await launch()
    ann = await sessionOf(stack, 'ann@example.com', 'editor')
    publisher = await sessionOf(stack, 'bo@example.com', 'publisher')
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
  })

  const live = async (path: string) => (await fetch(stack.url + path)).text()
  const frame = (page: Page) => page.frameLocator('iframe')
  const saved = (page: Page) => page.getByText('Saved in the change set · not published')

  test('an editor clicks a headline, changes it, and sees it on the page; visitors do not', async () => {
    const { page, problems, close } = await openStudio(stack, browser, ann, '/en/about')
    const headline = frame(page).locator('h1')
    const before = await headline.innerText()
    await headline.click()
    const editor = page.getByRole('dialog', { name: 'Change this text' })
    await editor.getByRole('textbox').fill('A headline from the studio')
    await frame(page).locator('h1', { hasText: 'A headline from the studio' }).waitFor()
    await saved(page).waitFor()
    assert.ok(!(await live('/en/about')).includes('A headline from the studio'))
    assert.ok((await live('/en/about')).includes(before.slice(0, 12)), 'the page is as it was')
    assert.ok(!readFileSync(join(stack.content, ABOUT), 'utf8').includes('A headline from the studio'))

    // A text that a rule forbids is named beside its field, and the good one stays.
    await editor.getByRole('button', { name: 'Done' }).click()
    const title = page.getByRole('textbox', { name: 'Title' }).first()
    await title.fill('')
    await page.getByText('Not all is saved').waitFor()
    await page.locator('.field', { has: title }).getByText(/title/i).last().waitFor()
    await page.reload()
    await frame(page).locator('h1', { hasText: 'A headline from the studio' }).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('a paragraph of a body is changed as Markdown', async () => {
    const { page, close } = await openStudio(stack, browser, ann, '/en/about')
    const paragraph = frame(page).locator('main p', { hasText: 'Shen Yanzhi left' }).first()
    await paragraph.click()
    const editor = page.getByRole('dialog', { name: 'Change this text' })
    const box = editor.locator('.cm-content')
    await box.click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('A paragraph with **two bold** words.')
    await frame(page).locator('main p strong', { hasText: 'two bold' }).waitFor()
    await saved(page).waitFor()
    await close()
  })

  test('fields have their names in the language of the studio, which the editor changes', async () => {
    const { page, problems, close } = await openStudio(stack, browser, ann, '/en/about')
    const panel = page.locator('.panel')
    await panel.getByRole('textbox', { name: 'Kicker' }).waitFor()
    await page.getByRole('button', { name: 'More tools' }).click()
    await page.getByLabel('Language of the studio').selectOption('zh-CN')
    const kicker = panel.locator('.field', { has: page.getByRole('textbox', { name: '眉题' }) })
    await kicker.getByText('标题上方的短标签。').waitFor()
    await page.goto(`${stack.url}/studio?page=/en/about&view=entries`)
    await page.getByRole('cell', { name: '季度信', exact: true }).first().waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('whoever lacks the role gets nothing of it, on any path and by any method', async () => {
    const member = await sessionOf(stack, 'cy@example.com', 'member')
    const status = async (path: string, method: string, token?: string) => {
      const headers = { origin: stack.url, ...(token === undefined ? {} : { cookie: `token=${token}` }) }
      return (await fetch(stack.url + path, { method, headers, redirect: 'manual' })).status
    }
    const inSet = ['', '/edits', '/upload', '/several', '/revert', '/restore', '/merge', '/changes', '/check', '/preview', '/reverse', '/propose', '/withdraw']
    const paths = [
      ...['', '/sets', '/sets/live/page?path=/', `/sets/live/file?path=${ABOUT}`, '/sets/live/files?entry=news/duskline', '/sets/live/entries', '/publish'],
      ...inSet.map((call) => `/sets/00000000${call}`),
      ...['/history', '/history/compare', '/history/page?path=/', '/history/rollback', '/history/release', '/no-such-call'],
    ]
    for (const path of paths)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        assert.equal(await status(`/api/studio${path}`, method), 401, `${method} ${path} as a guest`)
        assert.equal(await status(`/api/studio${path}`, method, member), 403, `${method} ${path} as a member`)
      }
    for (const call of ['list', 'show', 'file', 'done', 'reopen', 'export', 'purge']) {
      assert.equal(await status(`/api/messages/${call}`, 'POST'), 401, call)
      assert.equal(await status(`/api/messages/${call}`, 'POST', member), 403, call)
    }
    for (const path of ['/studio', '/studio/', '/studio/frame', '/studio/assets/x.js', '/studio/files/live/fonts.css', '/studio/files/00000000/fonts.css', '/studio/no-such-path']) {
      assert.equal(await status(path, 'GET', member), 404, path)
      assert.notEqual(await status(path, 'GET'), 200, path)
    }
    assert.equal(await status('/studio', 'GET', ann), 200)
  })

  test('two editors of one file: the second is shown both versions, and no word is lost', async () => {
    const set = await callStudio<{ id: string }>(stack, ann, 'POST', '/sets', { name: 'Both' })
    const at = `/sets/${set.data.id}`
    const read = async () => (await callStudio<StudioFile>(stack, ann, 'GET', `${at}/file?path=${ABOUT}`)).data
    const change = (version: string, kicker: string) => callStudio<Saved & StudioFile>(stack, ann, 'POST', `${at}/edits`, { path: ABOUT, version, edits: [{ kind: 'field', field: '/kicker', value: kicker }] })
    const { version } = await read()
    const first = await change(version, 'From the first')
    assert.equal(first.data.saved, true)
    const second = await change(version, 'From the second')
    assert.equal(second.status, 409)
    assert.match(second.data.text, /From the first/)
    assert.match((await read()).text, /From the first/)
  })

  test('a broken front matter is found at its line, mended as a text, and published', async () => {
    const good = readFileSync(join(stack.content, ABOUT), 'utf8')
    await stack.edit(ABOUT, (text) => text.replace(/^title: .*$/m, 'title: "never closed'))
    const { page, close } = await openStudio(stack, browser, publisher, '/en/about')
    await page.getByText('The site cannot be built').waitFor()
    await page.getByRole('button', { name: `content/${ABOUT}:2` }).click()
    await page.locator('.cm-content').click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText(good.replace(/^kicker: .*$/m, 'kicker: Mended'))
    await page.getByRole('button', { name: 'Save the file' }).click()
    await page.getByText('The file is as it is saved in the change set.').waitFor()
    const [set] = await listSets(stack, publisher)
    const published = await publishSets(stack, publisher, [set!.id])
    assert.equal(published.status, 200)
    await until(async () => (await live('/en/about')).includes('>Mended<'))
    assert.match(readFileSync(join(stack.content, ABOUT), 'utf8'), /^kicker: Mended$/m)
    await close()
  })

  test('a publisher publishes, and the log names both and the reason', async () => {
    const set = await callStudio<{ id: string }>(stack, ann, 'POST', '/sets', { name: 'A kicker', note: 'as asked' })
    const at = `/sets/${set.data.id}`
    const { version } = (await callStudio<StudioFile>(stack, ann, 'GET', `${at}/file?path=${ABOUT}`)).data
    await callStudio(stack, ann, 'POST', `${at}/edits`, { path: ABOUT, version, edits: [{ kind: 'field', field: '/kicker', value: 'By the studio' }] })
    assert.equal((await callStudio(stack, ann, 'POST', `${at}/propose`)).status, 200)
    assert.equal((await publishSets(stack, ann, [set.data.id])).status, 403)
    const asked = await publishSets(stack, publisher, [set.data.id])
    assert.equal(asked.status, 200)
    await until(async () => (await live('/en/about')).includes('By the studio'))
    const log = readFileSync(join(stack.builds, 'log.jsonl'), 'utf8').trim().split('\n').at(-1)
    assert.match(log ?? '', /"by":"bo@example.com","why":"A kicker: as asked"/)
    const { state, author, publishedBy } = (await listSets(stack, ann)).find(({ id }) => id === set.data.id)!
    assert.deepEqual([state, author, publishedBy], ['published', 'ann@example.com', 'bo@example.com'])
  })

  test('an editor proposes in the review, and a publisher sees the words that change and publishes', async () => {
    const set = await callStudio<{ id: string }>(stack, ann, 'POST', '/sets', { name: 'Reviewed' })
    const at = `/sets/${set.data.id}`
    const { version } = (await callStudio<StudioFile>(stack, ann, 'GET', `${at}/file?path=${ABOUT}`)).data
    await callStudio(stack, ann, 'POST', `${at}/edits`, { path: ABOUT, version, edits: [{ kind: 'field', field: '/kicker', value: 'Reviewed twice' }] })
    const address = `/en/about&set=${set.data.id}&view=review`

    const editor = await openStudio(stack, browser, ann, address)
    await editor.page.locator('ins', { hasText: 'Reviewed twice' }).waitFor()
    await editor.page.getByRole('button', { name: 'Propose' }).click()
    await editor.page.getByText('Proposed, waiting for a publisher.').waitFor()
    assert.equal(await editor.page.getByRole('button', { name: 'Publish now' }).count(), 0)
    await editor.close()

    const { page, problems, close } = await openStudio(stack, browser, publisher, address)
    await page.getByText('Proposed by ann@example.com.').waitFor()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('dialog').getByText(/Visitors will see \d+ pages? change/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await page.getByText(/^(Live since|Published at)/).waitFor()
    assert.ok((await live('/en/about')).includes('Reviewed twice'))

    // It was wrong: the way back is a change set like any other.
    await page.getByRole('button', { name: 'Take this publication back' }).click()
    await page.getByRole('heading', { name: 'Take back: Reviewed' }).waitFor()
    await page.locator('del', { hasText: 'Reviewed twice' }).waitFor()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await until(async () => !(await live('/en/about')).includes('Reviewed twice'))
    await page.getByText(/^(Live since|Published at)/).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })
})
