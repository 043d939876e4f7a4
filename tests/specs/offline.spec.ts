// A visitor with a broken connection, or with a browser that stores no data: the content of the
// page stays, and the page reports the parts that do not work.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { Member } from '../kit/member.ts'
import { useSite } from '../fixtures/site.ts'
import { eventually, until } from '../kit/until.ts'

const isAt = (path: string) => (url: URL) => url.pathname === path

describe('a visitor without a connection, or without storage', () => {
  const site = useSite()

  /** A member's browser, signed in over HTTP. */
  const openAsMember = async (email: string) => {
    const member = new Member(site.stack.url, 'en')
    await member.signIn(email, () => eventually(() => site.stack.mailedCode(email)))
    const opened = await open(site.browser, { locale: 'en' })
    const cookies = [...member.cookies].map(([name, value]) => ({ name, value, url: site.stack.url, httpOnly: name === 'token' }))
    await opened.page.context().addCookies(cookies)
    return opened
  }
  const hasToken = async (page: Page) => (await page.context().cookies()).some(({ name }) => name === 'token')
  const signOut = async (page: Page, name: string) => {
    await page.getByRole('button', { name }).first().click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  }

  // R4.02, R8.07
  test('signs out offline and stays on the page; the server learns of it with the connection, and signing in works again', async () => {
    const { page, close } = await openAsMember('offline@example.com')
    await page.goto(`${site.stack.url}/en/about`)
    await hydrated(page)
    await page.getByRole('button', { name: 'offline' }).first().waitFor()
    await page.context().setOffline(true)
    await signOut(page, 'offline')
    const signIn = page.getByRole('link', { name: 'Sign in', exact: true }).first()
    await signIn.waitFor()
    await page.getByText('It completes once you are online.').waitFor()
    assert.ok(await hasToken(page), 'only the gateway can take the token away')
    await page.context().setOffline(false)
    await until(async () => !(await hasToken(page)))
    assert.equal(new URL(page.url()).pathname, '/en/about')
    await signIn.click()
    await page.waitForURL(isAt('/en/login'))
    await close()
  })

  for (const [name, how, answer] of [
    ['later', 'never arrived', (route: Route) => route.abort()],
    ['proxy', 'was answered by a proxy', (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })],
    ['hotel', 'was answered by the network of a hotel', (route: Route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' })],
  ] as const) {
    // R4.02, R8.07
    test(`whose sign-out ${how} comes back as a guest, on a page that makes no call of its own`, async () => {
      const { page, close } = await openAsMember(`${name}@example.com`)
      await page.goto(`${site.stack.url}/en`)
      await hydrated(page)
      await page.getByRole('button', { name }).first().waitFor()
      await page.route('**/api/auth/logout', answer)
      // The page reloads itself a moment later; a navigation meanwhile would end with ERR_ABORTED.
      const reloaded = page.waitForEvent('load')
      await signOut(page, name)
      await reloaded
      await page.getByRole('link', { name: 'Sign in', exact: true }).first().waitFor()
      assert.ok(await hasToken(page), 'the gateway has not heard of it')
      await page.unroute('**/api/auth/logout')
      await page.goto(`${site.stack.url}/en/news`)
      await until(async () => !(await hasToken(page)))
      await page.getByRole('link', { name: 'Sign in', exact: true }).first().click()
      await page.waitForURL(isAt('/en/login'))
      await close()
    })
  }

  test('signs out of the members’ page offline, which does not stay', async () => {
    const { page, close } = await openAsMember('guarded@example.com')
    await page.goto(`${site.stack.url}/en/product`)
    await hydrated(page)
    await page.getByRole('button', { name: 'guarded' }).first().waitFor()
    await page.context().setOffline(true)
    await signOut(page, 'guarded')
    await until(async () => (await page.locator('main').count()) === 0)
    await close()
  })

  // R4.05
  test('has no members’ page left in a tab when they signed out in another', async () => {
    const { page, close } = await openAsMember('elsewhere@example.com')
    const other = await page.context().newPage()
    await other.goto(`${site.stack.url}/en/product`)
    await hydrated(other)
    await page.goto(`${site.stack.url}/en`)
    await hydrated(page)
    await page.getByRole('button', { name: 'elsewhere' }).first().waitFor()
    await signOut(page, 'elsewhere')
    await until(async () => !(await hasToken(page)))
    // In headless Chromium every tab is visible all the time.
    await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await other.waitForURL(isAt('/en/login'))
    await close()
  })

  // R2.24
  test('keeps the page at a click and is told why, and walks on to what was fetched ahead', async () => {
    const { page, close } = await open(site.browser, { locale: 'en' })
    const ahead = page.waitForResponse(/\/en\/enterprise\/invested\/tinglan\/_payload\.json/)
    await page.goto(`${site.stack.url}/en/enterprise/invested`)
    await hydrated(page)
    const known = page.locator('main a[href="/en/enterprise/invested/tinglan"]').first()
    await known.scrollIntoViewIfNeeded()
    await (await ahead).finished()
    await page.context().setOffline(true)
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/en/news/page/2', textContent: 'elsewhere' })
      document.querySelector('main')!.append(link)
      link.click()
    })
    await page.getByText('No connection.').first().waitFor()
    assert.equal(new URL(page.url()).pathname, '/en/enterprise/invested')
    await page.locator('main h1').first().waitFor()
    await known.click()
    await page.waitForURL(isAt('/en/enterprise/invested/tinglan'))
    await page.goBack()
    await known.waitFor()
    await close()
  })

  test('goes back to a page that cannot be had, and stays with page and address', async () => {
    const { page, close } = await open(site.browser, { locale: 'en' })
    await page.goto(`${site.stack.url}/en/terms`)
    await hydrated(page)
    await page.locator('footer a[href="/en/privacy"]').first().click()
    await page.waitForURL(isAt('/en/privacy'))
    await page.route('**/_payload.json*', (route) => route.abort())
    await page.goBack()
    await page.getByText('No connection.').first().waitFor()
    await page.waitForURL(isAt('/en/privacy'))
    await close()
  })

  // R2.07, R8.05
  test('whose browser keeps nothing filters, walks and reads all the same; signing in says what it needs', async () => {
    const { page, problems, close } = await open(site.browser, { locale: 'en' })
    await page.addInitScript(() => {
      for (const area of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, area, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      }
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} })
    })
    await page.goto(`${site.stack.url}/en/enterprise/invested?industry=medical`)
    await hydrated(page)
    await page.waitForFunction(() => document.querySelectorAll('main tbody tr').length < 10)
    await page.locator('header a[href="/en/news"]').first().click()
    await page.waitForURL(isAt('/en/news'))
    await page.goto(`${site.stack.url}/en/login`)
    await page.getByText('Signing in needs cookies.').waitFor()
    assert.deepEqual(problems, [])
    await close()
  })
})
