// A founder draws the company's revenue above the letter, keeps the picture, and puts the figures
// into the letter: by the keyboard alone, on a phone, without sending a figure before the letter.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choose, fill, hasArrived, storedWith } from '../fixtures/message-form.ts'
import { useSite } from '../fixtures/site.ts'
import { open } from '../kit/browser.ts'
import { until } from '../kit/until.ts'
import { hydrated } from '../kit/pages/hydrated.ts'

const LAST = new Date().getFullYear() - 1
const FIGURES = ['12.5', '18', '27', '31', '44']

const fields = (page: Page) => page.locator('main details fieldset input')
const drawing = (page: Page) => page.locator('main details svg[role=img]')

describe("a founder's own figures", () => {
  const site = useSite()

  // R2.04
  test('are drawn as they are typed and put into the letter, by the keyboard alone, and are part of the sent message', async () => {
    const { page, problems, close } = await open(site.browser, { locale: 'en' })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`${site.stack.url}/en/message/bp`)
    await hydrated(page)
    await fill(page, 'Own Tide Bearings')
    await page.locator('main details summary').focus()
    await page.keyboard.press('Enter')
    await fields(page).first().waitFor()
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`))
    for (const figure of FIGURES) {
      await page.keyboard.press('Tab')
      await page.keyboard.type(figure)
    }
    const label = `Revenue from ${LAST - 4} to ${LAST}: 352 where the first year is 100.`
    await drawing(page).and(page.getByLabel(label)).waitFor()
    assert.ok((await drawing(page).locator('path').last().getAttribute('d'))?.startsWith('M0'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const summary = page.locator('main form [name=summary]')
    await page.locator('main form [name=summary]:focus').waitFor()
    const sentence = `Revenue in CNY million: 12.5 (${LAST - 4}), 18 (${LAST - 3}), 27 (${LAST - 2}), 31 (${LAST - 1}), 44 (${LAST}).`
    const text = `Bearings that need no oil\n${sentence}`
    assert.equal(await summary.inputValue(), text)
    assert.deepEqual(sent.filter((request) => !request.startsWith('GET ') || request.includes('12.5')), [])
    await choose(page, site.stack.folder, Buffer.from('%PDF-1.7\n%%EOF\n'))
    await page.locator('main form [type=submit]').click()
    await hasArrived(page)
    const [stored] = storedWith(site.stack.folder, 'Own Tide Bearings')
    assert.equal(stored?.fields['summary'], text)
    assert.deepEqual(problems, [])
    await close()
  })

  // R2.04
  test('in the letter are kept as a draft', async () => {
    const { page, close } = await open(site.browser)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`${site.stack.url}/message/bp`)
    await hydrated(page)
    await draw(page)
    await page.locator('main details button').first().click()
    const summary = page.locator('main form [name=summary]')
    await until(async () => (await summary.inputValue()).startsWith(`收入（万元）：${LAST - 4}年12.5，`))
    await page.reload()
    await hydrated(page)
    await until(async () => (await summary.inputValue()).startsWith(`收入（万元）：${LAST - 4}年12.5，`))
    await close()
  })

  test('are kept as a picture in both formats', async () => {
    const { page, problems, close } = await open(site.browser, { locale: 'en' })
    await page.goto(`${site.stack.url}/en/message/bp`)
    await hydrated(page)
    await draw(page)
    const kept = async (name: string) => {
      const download = page.waitForEvent('download')
      await page.getByRole('group', { name: 'Keep as a picture' }).getByRole('button', { name }).click()
      const file = await download
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
    }
    const svg = await kept('SVG')
    assert.equal(svg.name, `revenue-${LAST - 4}-${LAST}.svg`)
    assert.match(svg.bytes.toString('utf8'), new RegExp(`^<svg .*Revenue, ${LAST - 4} to ${LAST}.*</svg>$`, 's'))
    assert.doesNotMatch(svg.bytes.toString('utf8'), />12\.5</)
    const png = await kept('PNG')
    assert.equal(png.name, `revenue-${LAST - 4}-${LAST}.png`)
    assert.deepEqual([png.bytes.subarray(1, 4).toString(), png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)], ['PNG', 2400, 1260])
    assert.deepEqual(problems, [])
    await close()
  })

  // R9.01
  for (const [locale, path] of [['zh-CN', '/message/bp'], ['en', '/en/message/bp']] as const) {
    test(`fit a phone in ${locale}, also when opened before the app runs`, async () => {
      const { page, close } = await open(site.browser, { locale, viewport: { width: 390, height: 844 }, hasTouch: true })
      await page.goto(site.stack.url + path)
      await page.locator('main details summary').click()
      await fields(page).first().waitFor()
      await draw(page)
      const [width, height] = await page.evaluate(() => [document.documentElement.scrollWidth, document.querySelector('main details input')?.clientHeight ?? 0])
      assert.equal(width, 390)
      assert.ok((height ?? 0) >= 40, `${height} px high`)
      await close()
    })
  }

  test('need scripts, which the section states without them', async () => {
    const { page, close } = await open(site.browser, { locale: 'en', javaScriptEnabled: false })
    await page.goto(`${site.stack.url}/en/message/bp`)
    await page.locator('main details summary').click()
    assert.match(await page.locator('main details').innerText(), /needs JavaScript/)
    assert.equal(await fields(page).count(), 0)
    await close()
  })
})

async function draw(page: Page): Promise<void> {
  if ((await page.locator('main details[open]').count()) === 0) await page.locator('main details summary').click()
  await fields(page).first().waitFor()
  for (const [index, figure] of FIGURES.entries()) await fields(page).nth(index).fill(figure)
  await drawing(page).waitFor()
}
