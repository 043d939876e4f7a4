// The way of change sets to visitors: on all gateways, together, at a time, and by other eyes.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launch } from '../kit/browser.ts'
import { listSets, openStudio, publishSets, sessionOf, setWith } from '../fixtures/editor.ts'
import { type Stack } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'
import { startTwoGateways, type TwoGateways } from '../fixtures/two-gateways.ts'

const ABOUT = 'pages/about/en.md'
const STORY = 'news/fund-two-returned/en.md'

describe('publishing from the studio', () => {
  let site: TwoGateways
  let stack: Stack
  let browser: Browser
  let ann: string
  let bo: string

  before(async () => {
    site = await startTwoGateways()
    stack = site.stack
    browser = await launch()
    ann = await sessionOf(stack, 'ann@example.com', 'editor')
    bo = await sessionOf(stack, 'bo@example.com', 'publisher')
  })
  after(async () => {
    await browser?.close()
    await site?.stop()
  })

  const text = async (path: string) => (await site.shown(path))[0]
  const review = (token: string, set: string) => openStudio(stack, browser, token, `/en/about&set=${set}&view=review`)
  const stateOf = async (id: string) => (await listSets(stack, bo)).find((set) => set.id === id)?.state

  test('change sets are published together, and are live on both gateways', async () => {
    const one = await setWith(stack, ann, 'Kicker', ABOUT, '/kicker', 'On both gateways')
    const two = await setWith(stack, ann, 'Story', STORY, '/title', 'A story on both gateways')
    const proposer = await review(ann, two)
    await proposer.page.getByRole('button', { name: 'Propose' }).click()
    await proposer.page.getByText('Proposed, waiting for a publisher.').waitFor()
    await proposer.close()

    const { page, problems, close } = await review(bo, one)
    await page.getByRole('group', { name: 'Publish together with' }).getByRole('checkbox', { name: 'Story' }).check()
    await page.getByRole('button', { name: 'Publish now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish 2 change sets together?' })
    await dialog.getByRole('listitem').filter({ hasText: 'Story' }).waitFor()
    await dialog.getByRole('button', { name: 'Publish now' }).click()
    await page.getByText(/^Live since .* on 2 of 2 gateways\.$/).waitFor()
    for (const shown of await site.shown('/en/about')) assert.ok(shown.includes('On both gateways'))
    for (const shown of await site.shown('/en/news/fund-two-returned')) assert.ok(shown.includes('A story on both gateways'))
    assert.deepEqual([await stateOf(one), await stateOf(two)], ['published', 'published'])
    assert.deepEqual(problems, [])
    await close()
  })

  test('a revision takes effect at its time, by itself, before the eyes of its publisher', async () => {
    const set = await setWith(stack, ann, 'Next revision', ABOUT, '/kicker', 'At its time')
    const { page, problems, close } = await review(bo, set)
    await page.getByRole('button', { name: 'Publish at a time…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish at a time' })
    await dialog.getByText('In the time of the site, Asia/Shanghai.').waitFor()
    await dialog.getByLabel('Date and time').fill('2099-12-01T08:00')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await page.getByText(/It will be published on 1 Dec 2099, 08:00.*as bo@example.com has approved it/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Publish now' }).count(), 0)
    // Its page is shown, and cannot be changed.
    await page.getByRole('link', { name: 'Page', exact: true }).or(page.getByRole('button', { name: 'Page', exact: true })).first().click()
    await page.getByText('Take the schedule back in the review').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Take the schedule back' }).click()
    await page.getByRole('button', { name: 'Publish at a time…' }).waitFor()
    assert.equal(await stateOf(set), 'open')

    const at = new Date(Date.now() + 3000).toISOString()
    assert.equal((await publishSets(stack, bo, [set], at)).status, 200)
    assert.equal(await stateOf(set), 'scheduled')
    assert.ok(!(await text('/en/about')).includes('At its time'))
    await page.reload()
    await until(async () => (await text('/en/about')).includes('At its time'))
    assert.ok(Date.now() >= Date.parse(at), 'not before its time')
    await page.getByText('Published by bo@example.com').waitFor()
    const live = page.getByText(/^Live since .* on 2 of 2 gateways\.$/)
    const sentence = await live.innerText()
    assert.deepEqual(problems, [])
    await close()

    // Its author reads the same afterwards.
    const author = await review(ann, set)
    await author.page.getByText(sentence, { exact: true }).waitFor()
    assert.deepEqual(author.problems, [])
    await author.close()
  })

  test('where four eyes are wanted, nobody publishes own work', async () => {
    await stack.edit('site.yaml', (site) => `${site}\nstudio:\n  fourEyes: true\n`)
    const own = await setWith(stack, bo, 'Own work', ABOUT, '/kicker', 'By Bo alone')
    const cy = await sessionOf(stack, 'cy@example.com', 'publisher')
    const author = await review(bo, own)
    await author.page.getByText('another publisher looks at it and publishes it').waitFor()
    assert.equal(await author.page.getByRole('button', { name: /^Publish/ }).count(), 0)
    await author.page.getByRole('button', { name: 'Propose' }).click()
    await author.page.getByRole('button', { name: 'Withdraw' }).waitFor()
    await author.close()
    assert.equal((await publishSets(stack, bo, [own])).status, 403)

    const other = await review(cy, own)
    await other.page.getByRole('button', { name: 'Publish now' }).click()
    await other.page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await other.page.getByText(/^Live since .* on 2 of 2 gateways\.$/).waitFor()
    assert.ok((await text('/en/about')).includes('By Bo alone'))
    await other.close()
  })
})
