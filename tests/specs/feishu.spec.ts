// The pages that Feishu shows: signed in without a question, in a frame with its cookies blocked by
// the browser, and their texts outside Feishu.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { open } from '../kit/browser.ts'
import { launchFraming, type Platform, showInFeishu, startPlatform, WORKPLACE } from '../fixtures/feishu.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { root, run, type Stack, startStack } from '../fixtures/stack.ts'

/** Words of the pages, by language. */
const WORDS = {
  'zh-CN': { path: '/feishu/supplier', query: '雁渡', name: '雁渡石英制品', place: '连云港', back: '回到名录', outside: '请在飞书里打开本页', mail: '用邮箱登录', retry: '重试' },
  en: { path: '/en/feishu/supplier', query: 'yandu', name: 'Yandu Quartz', place: 'Lianyungang', back: 'Back to the list', outside: 'This page opens inside Feishu', mail: 'Sign in by e-mail', retry: 'Try again' },
} as const

describe('a page that Feishu shows', () => {
  let platform: Platform
  let stack: Stack
  let browser: Browser
  before(async () => {
    platform = await startPlatform()
    stack = await startStack({ environment: platform.environment })
    const sample = join(root, 'origin/samples/suppliers.csv')
    const imported = run('origin', ['supplier', 'import', sample, '--var', join(stack.folder, 'var')])
    assert.equal(await imported.ended, 0, imported.output())
    browser = await launchFraming()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
    await platform?.stop()
  })

  const showFramed = async (locale: keyof typeof WORDS): Promise<{ page: Page; app: FrameLocator; close(): Promise<void> }> => {
    const { page, close } = await open(browser, { locale })
    await showInFeishu(page.context(), platform, stack.url + WORDS[locale].path)
    await page.goto(WORKPLACE)
    return { page, app: page.frameLocator('iframe'), close }
  }

  for (const [locale, words] of Object.entries(WORDS) as [keyof typeof WORDS, (typeof WORDS)[keyof typeof WORDS]][]) {
    // R2.18
    test(`leads from a code to a supplier in a frame: ${locale}`, async () => {
      const { page, app, close } = await showFramed(locale)
      await app.locator('main li a').nth(19).waitFor()
      const cookies = (await page.context().cookies(stack.url)).filter(({ name }) => name.endsWith('token'))
      assert.deepEqual(cookies.map(({ name }) => name), ['framed-token'], 'the other one is blocked in a frame')
      const before = platform.used.length
      await app.locator('main [type=search]').fill(words.query)
      await app.locator('main form [type=submit]').click()
      await app.locator('main ul > li').nth(1).waitFor({ state: 'detached' })
      await app.getByText(words.name).click()
      const detail = app.locator('main dl')
      await detail.getByText(words.place).waitFor()
      await detail.getByText('sales@yandu-quartz.example').waitFor()
      await page.evaluate(() => history.back())
      await detail.waitFor({ state: 'detached' })
      assert.equal(await app.locator('main [type=search]').inputValue(), words.query)
      assert.equal(platform.used.length, before, 'one session does for all')
      await close()
    })

    // R2.17, R2.18
    test(`says what it is outside Feishu, and offers e-mail: ${locale}`, async () => {
      const { page, problems, close } = await open(browser, { locale })
      for (const path of [words.path, words.path.replace('supplier', 'ai')]) {
        await page.goto(stack.url + path)
        await hydrated(page)
        await page.getByRole('heading', { name: words.outside }).waitFor()
        const href = await page.getByRole('link', { name: words.mail }).getAttribute('href')
        assert.match(href ?? '', /\/login\?redirect=/)
      }
      assert.deepEqual(problems, [])
      await close()
    })
  }

  // R2.18
  test('says what is wrong with a code, and signs in with another', async () => {
    const next = platform.codes.next
    platform.codes.next = () => 'expired'
    const { app, close } = await showFramed('en')
    await app.locator('main [role=alert]').getByText('open the page again').waitFor()
    platform.codes.next = next
    await app.getByRole('button', { name: WORDS.en.retry }).click()
    await app.locator('main li a').first().waitFor()
    await close()
  })

  // R2.18
  test('signs in again when the session has ended', async () => {
    const { page, app, close } = await showFramed('en')
    await app.locator('main li a').first().waitFor()
    await page.context().clearCookies()
    await app.locator('main li a').first().click()
    await app.locator('main dl').waitFor()
    await close()
  })
})
