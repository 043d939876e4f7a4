// The studio as people use it, from sign-in to the page that visitors see: a new editor and a
// publisher, editors who collide, and a translator. Everything is done on the page.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { launch, open } from '../kit/browser.ts'
import { openStudio, sessionOf } from '../fixtures/editor.ts'
import { askForCode, enterCode } from '../fixtures/login-page.ts'
import { run, type Stack } from '../fixtures/stack.ts'
import { eventually } from '../kit/until.ts'
import { startTwoGateways, type TwoGateways } from '../fixtures/two-gateways.ts'

const ABOUT = 'pages/about/en.md'
const PAGE = '/en/about'

describe('people in the studio', () => {
  let site: TwoGateways
  let stack: Stack
  let browser: Browser
  let ann: string
  let dee: string
  let bo: string

  before(async () => {
    site = await startTwoGateways()
    stack = site.stack
    browser = await launch()
    ann = await sessionOf(stack, 'ann@example.com', 'editor')
    dee = await sessionOf(stack, 'dee@example.com', 'editor')
    bo = await sessionOf(stack, 'bo@example.com', 'publisher')
  })
  after(async () => {
    await browser?.close()
    await site?.stop()
  })

  const headline = (page: Page) => page.frameLocator('iframe').locator('h1')
  const editor = (page: Page) => page.getByRole('dialog', { name: 'Change this text' })
  const saved = (page: Page) => page.getByText('Saved in the change set · not published')
  const view = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click()
  const chooseSet = (page: Page, label: string) => page.getByLabel('Change set', { exact: true }).selectOption({ label })
  const areOnBoth = async (words: string) => (await site.shown(PAGE)).map((text) => text.includes(words))

  /** Clicks the headline of the shown page and types another one. */
  async function typeHeadline(page: Page, words: string): Promise<void> {
    if (!(await editor(page).isVisible())) await headline(page).click()
    await editor(page).getByRole('textbox').fill(words)
  }

  /** A new change set, by the menu of the header. */
  async function beginSet(page: Page, name: string): Promise<void> {
    await chooseSet(page, 'New change set…')
    await page.getByLabel('Name of the change set').fill(name)
    await page.getByRole('button', { name: 'Save name' }).click()
    await page.locator('option:checked', { hasText: name }).waitFor({ state: 'attached' })
  }

  /** Publishes the change set whose review is open. */
  async function publish(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await page.getByText(/^Live since .* on 2 of 2 gateways\.$/).waitFor()
  }

  test('a new editor signs in and proposes a headline; a publisher publishes it and takes it back', async () => {
    const email = 'eve@example.com'
    const command = run('origin', ['user', 'create', email, '--role', 'editor', '--var', join(stack.folder, 'var')])
    assert.equal(await command.ended, 0, command.output())
    const eve = await open(browser, { locale: 'en' })
    // A first page builds the site with all that is not published yet.
    eve.page.context().setDefaultTimeout(30_000)
    await eve.page.goto(`${stack.url}/studio?page=${PAGE}`)
    await askForCode(eve.page, email)
    await enterCode(eve.page, await eventually(() => stack.mailedCode(email)))
    await eve.page.waitForURL((url) => url.pathname === '/studio' && url.searchParams.get('page') === PAGE)
    await eve.page.getByText('Click a text to change it.').waitFor()
    const before = await headline(eve.page).innerText()
    await typeHeadline(eve.page, 'Eve wrote this headline')
    await headline(eve.page).filter({ hasText: 'Eve wrote this headline' }).waitFor()
    await saved(eve.page).waitFor()
    await editor(eve.page).getByRole('button', { name: 'Done' }).click()

    // The page as visitors see it, the page with the change, and the words that differ.
    await eve.page.getByRole('button', { name: 'Before' }).click()
    await headline(eve.page).filter({ hasText: before }).waitFor()
    await eve.page.getByRole('button', { name: 'After' }).click()
    await headline(eve.page).filter({ hasText: 'Eve wrote this headline' }).waitFor()
    await eve.page.getByRole('button', { name: 'Rename' }).click()
    await eve.page.getByLabel('Name of the change set').fill('A headline of Eve')
    await eve.page.getByRole('button', { name: 'Save name' }).click()
    await view(eve.page, 'Review')
    await eve.page.locator('ins', { hasText: 'Eve wrote' }).waitFor()
    await eve.page.getByRole('button', { name: 'Propose' }).click()
    await eve.page.getByText('Proposed, waiting for a publisher.').waitFor()
    assert.deepEqual(await areOnBoth('Eve wrote this headline'), [false, false])
    assert.deepEqual(eve.problems, [])
    await eve.close()

    const { page, problems, close } = await openStudio(stack, browser, bo, PAGE)
    await view(page, 'Review')
    await page.getByRole('button', { name: 'A headline of Eve', exact: true }).click()
    await page.getByText(`Proposed by ${email}.`).waitFor()
    await page.locator('ins', { hasText: 'Eve wrote' }).waitFor()
    await publish(page)
    assert.deepEqual(await areOnBoth('Eve wrote this headline'), [true, true])

    await page.getByRole('button', { name: 'Take this publication back' }).click()
    await page.getByRole('heading', { name: 'Take back: A headline of Eve' }).waitFor()
    await page.locator('del', { hasText: 'Eve wrote' }).waitFor()
    await publish(page)
    assert.deepEqual(await areOnBoth('Eve wrote this headline'), [false, false])
    assert.deepEqual(problems, [])
    await close()
  })

  test('two editors change one headline in one change set; the second reads both and joins them', async () => {
    const first = await openStudio(stack, browser, ann, PAGE)
    await headline(first.page).waitFor()
    await beginSet(first.page, 'Of both')
    const second = await openStudio(stack, browser, dee, PAGE)
    await chooseSet(second.page, 'Of both')
    await headline(second.page).click()
    await editor(second.page).getByRole('textbox').waitFor()

    await typeHeadline(first.page, 'Ann was first')
    await saved(first.page).waitFor()
    await typeHeadline(second.page, 'Dee was second')
    const dialog = second.page.getByRole('dialog', { name: 'Another editor has changed this file' })
    const version = (name: string) => dialog.locator('section', { has: second.page.getByRole('heading', { name }) })
    await version('Yours').getByText('Dee was second').waitFor()
    await marked(version('Theirs'), 'Ann was first').waitFor()
    await dialog.getByLabel('Joined text').fill('Ann was first, Dee was second')
    await dialog.getByRole('button', { name: 'Take the joined text' }).click()
    await dialog.waitFor({ state: 'detached' })
    await headline(second.page).filter({ hasText: 'Ann was first, Dee was second' }).waitFor()
    await saved(second.page).waitFor()

    await first.page.reload()
    await headline(first.page).filter({ hasText: 'Ann was first, Dee was second' }).waitFor()
    assert.deepEqual(first.problems, [])
    assert.deepEqual(second.problems.filter((problem) => !problem.includes('409')), [])
    await Promise.all([first.close(), second.close()])
  })

  test('a change set and an edit on disk meet; the review shows it, and an editor joins both', async () => {
    const desk = await openStudio(stack, browser, ann, PAGE)
    const before = await headline(desk.page).innerText()
    await beginSet(desk.page, 'Beside the disk')
    await typeHeadline(desk.page, 'From the studio')
    await saved(desk.page).waitFor()
    const lead = readFileSync(join(stack.content, ABOUT), 'utf8').match(/^lead: .*$/m)?.[0] ?? ''
    assert.ok(lead.includes(before.split(' ')[0] ?? lead), 'the headline is the lead')
    await stack.edit(ABOUT, (text) => text.replace(lead, 'lead: From a text editor'))

    const { page, problems, close } = desk
    await view(page, 'Review')
    await page.getByText('Someone else has changed this on the site, too.').waitFor()
    await page.getByText('It cannot be published until you have decided').waitFor()
    await page.getByRole('button', { name: 'Compare and decide…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Two people have changed this text' })
    await marked(dialog, 'From the studio').waitFor()
    await marked(dialog, 'From a text editor').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled())
    await dialog.getByRole('radio', { name: 'Write a joined text' }).check()
    await dialog.getByRole('textbox', { name: 'Joined text' }).fill('From the studio and a text editor')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Compare and decide…' }).waitFor({ state: 'detached' })
    await page.locator('ins', { hasText: 'studio' }).waitFor()
    assert.deepEqual(problems, [])
    await close()

    const publisher = await openStudio(stack, browser, bo, PAGE)
    await view(publisher.page, 'Review')
    await publisher.page.getByRole('button', { name: 'Beside the disk', exact: true }).click()
    await publish(publisher.page)
    assert.deepEqual(await areOnBoth('From the studio and a text editor'), [true, true])
    assert.deepEqual(publisher.problems, [])
    await publisher.close()
  })

  test('a translator finds the translation that is outdated, changes it, and it is up to date', async () => {
    const translator = await openStudio(stack, browser, dee, PAGE)
    const { page } = translator
    await view(page, 'Entries')
    const filters = page.getByRole('search')
    const row = page.getByRole('row', { name: /evenflow-factories/ })
    await row.getByText('Live').first().waitFor()
    const outdated = row.getByText('Translation outdated')
    assert.equal(await outdated.count(), 0)

    // The original is the text of the site's first language.
    const publisher = await openStudio(stack, browser, bo, '/news/evenflow-factories')
    await beginSet(publisher.page, 'The original')
    await typeHeadline(publisher.page, '顺流电网有了新的客户')
    await saved(publisher.page).waitFor()
    await view(publisher.page, 'Review')
    await publish(publisher.page)
    assert.deepEqual(publisher.problems, [])
    await publisher.close()

    await page.reload()
    await filters.getByLabel('State').selectOption({ label: 'Translation outdated' })
    await filters.getByLabel('Language').selectOption({ label: 'English' })
    await page.getByText(/^1 of \d+ entries$/).waitFor()
    await outdated.waitFor()
    await row.getByRole('link').click()
    await headline(page).waitFor()
    await typeHeadline(page, 'Evenflow has found new customers')
    await saved(page).waitFor()
    await view(page, 'Entries')
    await row.getByText('Live').first().waitFor()
    await outdated.waitFor({ state: 'detached' })
    assert.deepEqual(translator.problems, [])
    await translator.close()
  })
})

/** A text with marked changes that has these words, in spite of removed ones in between. */
const marked = (part: Locator, words: string) => part.locator('.marked').filter({ hasText: new RegExp(words.split(' ').join('[^]*')) })
