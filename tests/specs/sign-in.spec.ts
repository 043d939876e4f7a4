// A visitor signs up, comes back, signs out, and is kept out again; and the answers to a browser
// with an invalid token.

import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launch, open } from '../kit/browser.ts'
import { askForCode, codeField, enterCode } from '../fixtures/login-page.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { type Stack, startOrigin, startStack, temporaryFolder } from '../fixtures/stack.ts'
import { codeIn, newestMail } from '../kit/mail.ts'
import { type Running } from '../kit/process.ts'
import { eventually, until } from '../kit/until.ts'

const locales = ['zh-CN', 'en'] as const
const prefixOf = (locale: string) => (locale === 'en' ? '/en' : '')
const isAt = (path: string) => (url: URL) => url.pathname === path
const hasToken = async (page: Page) => (await page.context().cookies()).some(({ name }) => name === 'token')

describe('a visitor', () => {
  let stack: Stack
  let browser: Browser

  before(async () => {
    stack = await startStack()
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
  })

  const signUp = async (page: Page, email: string, prefix = '') => {
    await page.goto(`${stack.url}${prefix}/product`)
    await page.waitForURL(isAt(`${prefix}/login`))
    await askForCode(page, email)
    await enterCode(page, await eventually(() => stack.mailedCode(email)))
    await page.waitForURL(isAt(`${prefix}/product`))
    await hydrated(page)
  }

  for (const locale of locales) {
    const prefix = prefixOf(locale)
    const english = locale === 'en'

    // R2.13, R2.16, R4.01–R4.03, R4.05, R6.02, R9.02
    test(`signs up, reloads, signs out and is kept out again, in ${locale}`, async () => {
      const { page, problems, close } = await open(browser, { locale })
      const email = `reader-${locale.toLowerCase()}@example.com`
      await page.goto(`${stack.url}${prefix}/login`)
      await hydrated(page)
      await until(async () => (await page.context().cookies()).some(({ name }) => name === 'uuid'))
      await signUp(page, email, prefix)
      const cookies = await page.context().cookies()
      const token = cookies.find(({ name }) => name === 'token')
      assert.deepEqual([token?.httpOnly, token?.secure, token?.sameSite, token?.path], [true, true, 'None', '/'])
      assert.equal(cookies.some(({ name }) => name === 'uuid'), false, 'the anonymous id is cleared')
      assert.equal(await page.evaluate(() => document.cookie.includes('token=')), false)
      await page.reload()
      await page.getByText(english ? 'Spring Tide Ledger' : '潮汐密函').first().waitFor()
      await page.getByRole('button', { name: email.split('@')[0]! }).first().waitFor()
      assert.equal(await page.getByRole('link', { name: english ? 'Sign in' : '登录', exact: true }).count(), 0, 'nothing offers to sign in again')
      await page.goto(`${stack.url}${prefix}/login`)
      await page.waitForURL(isAt(prefix || '/'))
      await openAccount(page, email)
      await page.getByRole('dialog').getByRole('button', { name: english ? 'Sign out' : '退出登录', exact: true }).click()
      await until(async () => !(await hasToken(page)))
      await page.waitForLoadState()
      await page.goto(`${stack.url}${prefix}/product`)
      await page.waitForURL(isAt(`${prefix}/login`))
      assert.deepEqual(problems, [])
      await close()
    })

    // R5.01, R8.06
    test(`is told beside the field what is wrong, and keeps what was typed, in ${locale}`, async () => {
      const { page, problems, close } = await open(browser, { locale })
      const email = `typo-${locale.toLowerCase()}@example.com`
      await page.goto(`${stack.url}${prefix}/login`)
      await hydrated(page)
      await page.getByLabel(/^(E-mail|邮箱)/).fill(email)
      const captcha = page.getByLabel(/^(Characters in the picture|图中字符)/)
      const picture = page.getByAltText(/^(Characters to copy|需要照抄的字符)$/)
      const first = await picture.getAttribute('src')
      await captcha.fill('wrong')
      await page.getByRole('button', { name: /^(Send the code|发送验证码)$/ }).click()
      await until(async () => (await captcha.getAttribute('aria-invalid')) === 'true')
      await until(async () => (await picture.getAttribute('src')) !== first)
      assert.equal(await page.getByLabel(/^(E-mail|邮箱)/).inputValue(), email)
      await askForCode(page, email)
      await enterCode(page, '000000')
      await until(async () => (await codeField(page).getAttribute('aria-invalid')) === 'true')
      await enterCode(page, await eventually(() => stack.mailedCode(email)))
      await page.waitForURL(isAt(prefix || '/'))
      assert.deepEqual(problems.filter((problem) => !/status 400|status of 400|ApiError/.test(problem)), [])
      await close()
    })
  }

  test('who cannot see the picture hears digits instead', async () => {
    const { page, problems, close } = await open(browser, { locale: 'en' })
    await page.goto(`${stack.url}/en/login`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Listen instead' }).click()
    await page.getByRole('button', { name: 'Play again' }).waitFor()
    await page.getByLabel('Characters you hear').fill('TESTS')
    await page.getByLabel('E-mail').fill('listener@example.com')
    await page.getByRole('button', { name: 'Send the code' }).click()
    await codeField(page).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('changes the name, ends another session, and deletes the account', async () => {
    const { page, close } = await open(browser, { locale: 'en' })
    const elsewhere = await open(browser, { locale: 'en' })
    const email = 'leaver@example.com'
    await signUp(elsewhere.page, email, '/en')
    // The address has to wait a minute between two codes per browser: another browser counts
    // separately.
    await signUp(page, email, '/en')
    await openAccount(page, email)
    // A message is a dialog too, without a heading.
    const dialog = page.getByRole('dialog').filter({ has: page.getByRole('heading') })
    await dialog.getByLabel('Name').fill('Ann Lee')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByTitle('Ann Lee').first().waitFor()
    await page.reload()
    await openAccount(page, 'Ann Lee')
    await dialog.getByRole('button', { name: /^Sign out there/ }).click()
    await until(async () => (await dialog.getByRole('button', { name: /^Sign out there/ }).count()) === 0)
    await until(async () => {
      await elsewhere.page.goto(`${stack.url}/en/product`)
      return new URL(elsewhere.page.url()).pathname === '/en/login'
    }, 8)
    assert.equal(await hasToken(elsewhere.page), false)
    await dialog.getByRole('button', { name: 'Delete the account' }).click()
    await dialog.getByLabel(/Your address/).fill(email)
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await page.waitForURL(isAt('/en'))
    await page.goto(`${stack.url}/en/product`)
    await page.waitForURL(isAt('/en/login'))
    await elsewhere.close()
    await close()
  })

  test('with two tabs signs in and out in both at once', async () => {
    const { page, close } = await open(browser, { locale: 'en' })
    const second = await page.context().newPage()
    await second.goto(`${stack.url}/en/login`)
    await hydrated(second)
    await signUp(page, 'tabs@example.com', '/en')
    await second.reload()
    await second.waitForURL(isAt('/en'))
    await openAccount(page, 'tabs@example.com')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    await until(async () => !(await hasToken(page)))
    await second.goto(`${stack.url}/en/product`)
    await second.waitForURL(isAt('/en/login'))
    await close()
  })

  for (const [kind, token] of [['of another gateway', 'ab'.repeat(32)], ['that is no token', 'x']] as const) {
    test(`with a token ${kind} is a guest, and is sent around in no circle`, async () => {
      const { page, close } = await open(browser, { locale: 'en' })
      await page.context().addCookies([
        { name: 'token', value: token, url: stack.url, httpOnly: true },
        { name: 'user-info', value: encodeURIComponent(JSON.stringify({ name: 'Ann', email: 'ann@example.com' })), url: stack.url },
      ])
      const visited: string[] = []
      page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
      await page.goto(`${stack.url}/en/product`)
      await page.waitForURL(isAt('/en/login'))
      await hydrated(page)
      await until(async () => !(await hasToken(page)))
      assert.ok(visited.length <= 3, visited.join(' '))
      await askForCode(page, `new-${token.length}@example.com`)
      await close()
    })
  }
})

describe('a visitor whose origin goes down', () => {
  let stack: Stack
  let origin: Running
  let browser: Browser
  const folder = temporaryFolder()

  before(async () => {
    const started = await startOrigin(folder)
    origin = started.origin
    stack = await startStack({ origin: started.url, folder })
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
    origin?.child.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })

  // R4.02, R8.07
  test('reads public pages, gets 503 for guarded ones, and signs out all the same, in both languages', async () => {
    const visitors = await Promise.all(locales.map(async (locale) => ({ locale, prefix: prefixOf(locale), email: `outage-${locale}@example.com`, ...(await open(browser, { locale })) })))
    for (const { page, prefix, email } of visitors) {
      await page.goto(`${stack.url}${prefix}/login?redirect=${prefix}/product`)
      await askForCode(page, email)
      await enterCode(page, await eventually(() => codeIn(newestMail(`${folder}/var/outbox`, email.toLowerCase()))))
      await page.waitForURL(isAt(`${prefix}/product`))
    }
    origin.child.kill('SIGTERM')
    await origin.ended
    for (const { page, locale, prefix, email, close } of visitors) {
      const guarded = () => page.request.get(`${stack.url}${prefix}/product`, { maxRedirects: 0 })
      await until(async () => (await guarded()).status() === 503, 8)
      assert.ok(await hasToken(page), 'an outage signs nobody out')
      assert.equal((await page.goto(`${stack.url}${prefix}/about`))?.status(), 200)
      await openAccount(page, email.toLowerCase())
      await page.getByRole('dialog').getByRole('button', { name: locale === 'en' ? 'Sign out' : '退出登录', exact: true }).click()
      await until(async () => !(await hasToken(page)))
      await page.getByRole('link', { name: locale === 'en' ? 'Sign in' : '登录' }).first().waitFor()
      assert.equal((await guarded()).status(), 302)
      await close()
    }
  })
})

async function openAccount(page: Page, email: string): Promise<void> {
  await hydrated(page)
  await page.getByRole('button', { name: email.split('@')[0]! }).first().click()
  await page.getByRole('button', { name: /^(Your account|您的账户)$/ }).click()
  await page.getByRole('dialog').waitFor()
}
