// Light and dark: the system’s way, or the visitor’s, from the first paint on.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { useSite } from '../fixtures/site.ts'

const DAY = 'rgb(251, 250, 247)'
const NIGHT = 'rgb(12, 21, 34)'

const LANGUAGES = [
  { at: '', choice: '配色', system: '跟随系统', dark: '深色' },
  { at: '/en', choice: 'Colours', system: 'As the system', dark: 'Dark' },
]

describe('the theme', () => {
  const site = useSite()

  for (const { at, choice, system, dark } of LANGUAGES) {
    // R9.05
    test(`is chosen in the footer of ${at}/about, kept, and there before any script of the site`, async () => {
      const { page, problems, close } = await open(site.browser, { colorScheme: 'light' })
      await page.goto(`${site.stack.url}${at}/about`)
      await (await chooser(page, choice)).selectOption({ label: dark })
      assert.equal(await ground(page), NIGHT)
      assert.deepEqual(await around(page), { scheme: 'dark', color: '#0C1522' })
      await page.route('**/assets/**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
      await page.goto(`${site.stack.url}${at}/news`)
      assert.equal(await ground(page), NIGHT)
      assert.deepEqual(await around(page), { scheme: 'dark', color: '#0C1522' })
      await page.unroute('**/assets/**/*.js')
      await page.reload()
      await (await chooser(page, choice)).selectOption({ label: system })
      assert.equal(await ground(page), DAY)
      assert.deepEqual(await around(page), { scheme: 'light dark', color: '#FBFAF7' })
      await page.emulateMedia({ colorScheme: 'dark' })
      assert.equal(await ground(page), NIGHT)
      assert.deepEqual(problems, [])
      await close()
    })
  }

  test('changes in every tab at once', async () => {
    const { page, problems, close } = await open(site.browser, { colorScheme: 'dark' })
    await page.goto(`${site.stack.url}/en/about`)
    const here = await chooser(page, 'Colours')
    const other = await page.context().newPage()
    await other.goto(`${site.stack.url}/en/login`)
    await (await chooser(other, 'Colours')).selectOption({ label: 'Light' })
    await page.waitForFunction((day) => getComputedStyle(document.body).backgroundColor === day, DAY)
    assert.equal(await here.inputValue(), 'light')
    assert.deepEqual(problems, [])
    await close()
  })

  test('holds from page to page where the browser keeps nothing', async () => {
    const { page, problems, close } = await open(site.browser, { colorScheme: 'light' })
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
      }
    })
    await page.goto(`${site.stack.url}/en/about`)
    await (await chooser(page, 'Colours')).selectOption({ label: 'Dark' })
    await page.locator('header a[href="/en/total"]').first().click()
    await page.waitForURL(`${site.stack.url}/en/total`)
    await page.locator('h1', { hasText: /\S/ }).waitFor()
    assert.equal(await ground(page), NIGHT)
    assert.deepEqual(problems, [])
    await close()
  })

  test('is the system’s where its colours are forced, and the day’s on paper', async () => {
    const { page, close } = await open(site.browser, { colorScheme: 'light' })
    await page.goto(`${site.stack.url}/en/about`)
    await (await chooser(page, 'Colours')).selectOption({ label: 'Dark' })
    await page.emulateMedia({ media: 'print' })
    assert.equal(await ground(page), 'rgb(255, 255, 255)')
    assert.equal(await ink(page), 'rgb(0, 0, 0)')
    await page.emulateMedia({ media: 'screen', forcedColors: 'active', colorScheme: 'light' })
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'light dark')
    await close()
  })

  test('that torn storage names is the system’s', async () => {
    for (const torn of ['{', 'null', '{"theme":"</style>"}', '{"theme":{"length":1}}']) {
      const { page, problems, close } = await open(site.browser, { colorScheme: 'light' })
      await page.addInitScript((torn) => localStorage.setItem('portico-preferences', torn), torn)
      await page.goto(`${site.stack.url}/en/about`)
      await hydrated(page)
      assert.equal(await ground(page), DAY, torn)
      assert.deepEqual(problems, [], torn)
      await close()
    }
  })
})

/** The choice, which is fetched when the foot of the page is near. */
async function chooser(page: Page, choice: string): Promise<Locator> {
  await hydrated(page)
  await page.locator('footer').evaluate((footer) => footer.scrollIntoView({ block: 'end' }))
  const chooser = page.locator('footer').getByLabel(choice)
  await chooser.waitFor()
  return chooser
}

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const ink = (page: Page) => page.evaluate(() => getComputedStyle(document.body).color)

/** The scheme and the colour that browsers take for their own surroundings of the page. */
const around = (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll('meta')]
    return {
      scheme: metas.find(({ name }) => name === 'color-scheme')?.content,
      color: metas.find(({ name, media }) => name === 'theme-color' && matchMedia(media).matches)?.content,
    }
  })
