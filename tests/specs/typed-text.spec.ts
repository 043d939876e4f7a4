// Text that was typed and not sent is restored after a reload, in the other language, and after
// Back and Forward: every form with every kind of navigation.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { open } from '../kit/browser.ts'
import { askForCode, codeField } from '../fixtures/login-page.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { Member } from '../kit/member.ts'
import { useSite } from '../fixtures/site.ts'
import { eventually } from '../kit/until.ts'

type Form = {
  name: string
  path: string
  /** Opens the parts that must be open before the field exists. */
  reach?: (page: Page, locale: string) => Promise<void>
  /** Where the way is another than the address: called once, before anything is typed. */
  begin?: (page: Page, locale: string) => Promise<void>
  field: string
  text: string
  /** Needs a member. */
  member?: true
}

const openAccount = async (page: Page, locale: string) => {
  await page.getByRole('button', { name: 'typist' }).first().click()
  await page.getByRole('button', { name: locale === 'en' ? 'Your account' : '您的账户', exact: true }).click()
  await page.getByRole('dialog').locator('[name=name]').waitFor()
}

const FORMS: Form[] = [
  { name: 'sign-in, the address', path: '/login', field: 'main [name=email]', text: 'ann@example' },
  { name: 'sign-in, the code', path: '/login', begin: (page, locale) => askForCode(page, `typist.${locale}@example.com`.toLowerCase()), field: 'input[autocomplete="one-time-code"]', text: '123' },
  { name: 'a business plan', path: '/message/bp', field: 'main [name=company]', text: 'Typed Bearings' },
  { name: 'an application', path: '/message/work', field: 'main [name=name]', text: 'Typed Lin' },
  { name: 'search', path: '/search', field: 'main :is(input, textarea)[name=q]', text: 'bearin' },
  { name: 'the assistant', path: '/chat', field: 'main :is(input, textarea)[name=q]', text: 'How lar' },
  { name: 'the account', path: '/about', reach: openAccount, field: '[role=dialog] [name=name]', text: 'Typed Typist', member: true },
]

const WAYS: [way: string, go: (page: Page) => Promise<void>][] = [
  ['a reload', async (page) => void (await page.reload())],
  [
    'the other language, and this one again',
    async (page) => {
      const here = await page.evaluate(() => document.documentElement.lang)
      for (const locale of [here === 'en' ? 'zh-CN' : 'en', here]) {
        await page.locator(`header a[hreflang="${locale}"], footer a[hreflang="${locale}"]`).first().click()
        await page.waitForFunction((lang) => document.documentElement.lang === lang, locale)
      }
    },
  ],
  [
    'Back and Forward',
    async (page) => {
      const { pathname } = new URL(page.url())
      await page.goBack()
      await page.waitForFunction((path) => location.pathname !== path, pathname)
      await page.goForward()
      await page.waitForURL((url) => url.pathname === pathname)
    },
  ],
]

describe('typed text', () => {
  const site = useSite()
  let cookies: { name: string; value: string; url: string }[]
  before(async () => {
    const member = new Member(site.stack.url, 'en')
    await member.signIn('typist@example.com', () => eventually(() => site.stack.mailedCode('typist@example.com')))
    cookies = [...member.cookies].map(([name, value]) => ({ name, value, url: site.stack.url }))
  })

  for (const [locale, prefix] of [['zh-CN', ''], ['en', '/en']] as const) {
    for (const { name, path, reach, begin, field, text, member } of FORMS) {
      // R2.04, R2.05, R2.12, R2.16, R4.04
      test(`of ${name} is there after each way, in ${locale}`, async () => {
        const { page, close } = await open(site.browser, { locale })
        page.on('dialog', (dialog) => void dialog.accept())
        if (member) await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, httpOnly: cookie.name === 'token' })))
        await page.goto(`${site.stack.url}${prefix}/news`)
        await page.goto(`${site.stack.url}${prefix}${path}`)
        await hydrated(page)
        await begin?.(page, locale)
        await reach?.(page, locale)
        await page.locator(field).fill(text)
        for (const [way, go] of WAYS) {
          if (reach !== undefined) await page.keyboard.press('Escape')
          await go(page)
          await hydrated(page)
          await reach?.(page, locale)
          // A page that is left for another document may be there hydrated for a moment.
          await page.waitForFunction(
            ([field, text]) => document.documentElement.dataset['hydrated'] === 'true' && document.querySelector<HTMLInputElement>(field)?.value === text,
            [field, text] as const,
          )
          await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
          assert.equal(await page.locator(field).inputValue(), text, way)
        }
        await close()
      })
    }
  }

  for (const [way, go] of WAYS) {
    // R2.04
    test(`of a form whose code for drafts is still on its way is there after ${way}`, async () => {
      const { page, close } = await open(site.browser, { locale: 'en' })
      page.on('dialog', (dialog) => void dialog.accept())
      const held = await holdScripts(page, 'portico-drafts')
      await page.goto(`${site.stack.url}/en/news`)
      await page.goto(`${site.stack.url}/en/message/bp`)
      await hydrated(page)
      const field = page.locator('main [name=company]')
      await field.fill('Typed at once')
      await held.waiting
      await go(page)
      await hydrated(page)
      held.release()
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('main [name=company]')?.value === 'Typed at once')
      await page.getByText('What you wrote before is here again').waitFor()
      assert.equal(await field.inputValue(), 'Typed at once')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await close()
    })
  }

  // R2.04
  test('of two tabs is one draft: each field as it was changed last, seen by both at once', async () => {
    const { page, close } = await open(site.browser, { locale: 'en' })
    const other = await page.context().newPage()
    for (const tab of [page, other]) {
      tab.on('dialog', (dialog) => void dialog.accept())
      await tab.goto(`${site.stack.url}/en/message/bp`)
      await hydrated(tab)
    }
    const company = (tab: Page) => tab.locator('main [name=company]')
    const name = (tab: Page) => tab.locator('main [name=name]')
    const hasText = (tab: Page, field: string, text: string) => tab.waitForFunction(([field, text]) => document.querySelector<HTMLInputElement>(`main [name=${field}]`)?.value === text, [field, text] as const)
    await name(page).fill('First Lin')
    await company(other).fill('Second Bearings')
    await hasText(page, 'company', 'Second Bearings')
    await hasText(other, 'name', 'First Lin')
    await company(page).fill('')
    await hasText(other, 'company', '')
    await page.reload()
    await hydrated(page)
    await hasText(page, 'name', 'First Lin')
    assert.equal(await company(page).inputValue(), '')
    await close()
  })

  // R2.16
  test('of the sign-in: an address that has a code leads to the step for it, in a tab that knows of none', async () => {
    const { page, close } = await open(site.browser, { locale: 'en' })
    await page.goto(`${site.stack.url}/en/login`)
    await askForCode(page, 'again@example.com')
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await askForCode(page, 'again@example.com')
    await codeField(page).waitFor()
    await page.getByText('sent to again@example.com').waitFor()
    await close()
  })
})

/** Holds back each script that has `text` in it; `waiting` once there is one. */
async function holdScripts(page: Page, text: string): Promise<{ waiting: Promise<void>; release: () => void }> {
  const waiting = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route: Route) => {
    try {
      const response = await route.fetch()
      if ((await response.text()).includes(text)) {
        waiting.resolve()
        await released.promise
      }
      await route.fulfill({ response })
    } catch (error) {
      // The document that asked no longer exists.
      if (!page.isClosed()) console.warn(error)
    }
  })
  return { waiting: waiting.promise, release: released.resolve }
}
