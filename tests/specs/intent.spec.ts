// A page is text, links and forms until its visitor acts: the app is fetched then, or at once if a
// part of the page needs it.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { useSite } from '../fixtures/site.ts'
import { isStarted, styled } from '../pages/started.ts'

describe('the app of a page', () => {
  const site = useSite()

  const visit = async (path: string, options: BrowserContextOptions = { locale: 'en' }) => {
    const opened = await open(site.browser, options)
    await opened.page.goto(site.stack.url + path)
    await styled(opened.page)
    return opened
  }

  // R9.01
  test('is not fetched for a visitor who only reads what is in view', async () => {
    for (const [path, locale] of [['/', 'zh-CN'], ['/en/message/bp', 'en']] as const) {
      const { page, problems, close } = await visit(path, { locale })
      assert.equal(await isStarted(page), false, path)
      assert.deepEqual(problems, [])
      await close()
    }
  })

  // R1.08
  test('is not needed by the counters, which take a step each 50 ms and end on their values', async () => {
    const { page, problems, close } = await visit('/en/total')
    const steps = await page.locator('main [data-steps]').all()
    const counters = await Promise.all(steps.map((each) => each.evaluate(countedBy)))
    assert.ok(counters.length > 3)
    for (const { value, seen, isStill, isDone } of counters) {
      const [target, places] = [Number(value.replaceAll(',', '')), value.split('.')[1]?.length ?? 0]
      assert.deepEqual([seen[0], seen.at(-1)], [0, target])
      for (const [tick, from] of seen.slice(0, -1).entries()) {
        const fifth = Math.ceil(Number((((target - from) / 5) * 10 ** places).toFixed(6))) / 10 ** places
        assert.equal(seen[tick + 1], Number((from + fifth).toFixed(places)), `${value}, after ${from}`)
      }
      assert.deepEqual({ isStill, isDone }, { isStill: true, isDone: true }, value)
    }
    assert.equal(await isStarted(page), false)
    assert.deepEqual(problems, [])
    await close()
  })

  // R1.07
  test('is not needed to leave the counters still for visitors who ask for less motion', async () => {
    const { page, close } = await visit('/en/total', { locale: 'en', reducedMotion: 'reduce' })
    const moving = await page.locator('main [data-steps]').evaluateAll((boxes) => boxes.flatMap((box) => box.getAnimations({ subtree: true })).length)
    assert.equal(moving, 0)
    await close()
  })

  // R9.01
  test('leaves the parts below the screen of a phone for later; in the end they lie as in a document laid out at once', async () => {
    const load = async (fragment: string) => {
      const { page, close } = await open(site.browser, { locale: 'en', reducedMotion: 'reduce', viewport: { width: 390, height: 844 } })
      await page.addInitScript(() =>
        addEventListener('DOMContentLoaded', () => Object.assign(window, { waiting: document.adoptedStyleSheets.length })),
      )
      await page.goto(`${site.stack.url}/en/about${fragment}`)
      await styled(page)
      await page.waitForFunction(() => document.adoptedStyleSheets.length === 0)
      await page.evaluate(() => document.fonts.ready)
      const seen = await page.evaluate(() => ({
        waiting: (window as unknown as { waiting: number }).waiting,
        parts: [...document.querySelectorAll('section, footer')].map((part) => [part.getBoundingClientRect().top + scrollY, part.clientHeight]),
      }))
      await close()
      return seen
    }
    const [later, once] = [await load(''), await load('#main')]
    assert.deepEqual([later.waiting, once.waiting], [1, 0])
    assert.ok(later.parts.length > 3)
    assert.deepEqual(later.parts, once.parts)
  })

  for (const [intent, make] of [
    ['moves the pointer', async (page: Page) => page.mouse.move(200, 200)],
    ['scrolls', async (page: Page) => page.evaluate(() => scrollTo(0, 100))],
    ['touches the page', async (page: Page) => page.touchscreen.tap(5, 400)],
    ['presses a key', async (page: Page) => page.keyboard.press('Shift')],
    ['goes to a field', async (page: Page) => page.locator('main [name=company]').focus()],
  ] as const) {
    test(`is fetched as soon as the visitor ${intent}`, async () => {
      const { page, close } = await visit('/en/message/bp', { locale: 'en', hasTouch: true })
      await make(page)
      await live(page)
      await close()
    })
  }

  for (const [reason, path, prepare] of [
    ['the address has a query', '/en/enterprise/invested?stage=seed', undefined],
    ['the browser keeps anything of the site', '/en', async (page: Page) => page.addInitScript(() => localStorage.setItem('portico-preferences', '{}'))],
    ['a part in view waits for it', '/en/login', undefined],
    ['the message is completed by it', '/en/no-such-page', undefined],
  ] as const) {
    test(`is fetched at once if ${reason}`, async () => {
      const { page, close } = await open(site.browser, { locale: 'en' })
      await prepare?.(page)
      await page.goto(site.stack.url + path)
      await live(page)
      await close()
    })
  }

  test('is fetched at once if the browser prefers another language, which is offered', async () => {
    const { page, close } = await open(site.browser, { locale: 'zh-CN' })
    await page.goto(`${site.stack.url}/en/about`)
    await page.getByRole('link', { name: '中文', exact: false }).first().waitFor()
    await live(page)
    await close()
  })

  // R4.04
  test('answers the click that it was fetched for: a language is chosen and remembered', async () => {
    const { page, problems, close } = await open(site.browser, { locale: 'en' })
    const { promise, resolve: arrive } = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await promise
      await route.continue()
    })
    await page.goto(`${site.stack.url}/en/about`)
    await styled(page)
    await page.locator('header a[hreflang=zh-CN]').first().click()
    arrive()
    await page.waitForURL((url) => url.pathname === '/about')
    const cookies = await page.context().cookies()
    assert.deepEqual(cookies.map(({ value }) => value), ['zh-CN'])
    assert.deepEqual(problems, [])
    await close()
  })

  test('that does not come leaves such a click to the browser', async () => {
    const { page, close } = await open(site.browser, { locale: 'en' })
    await page.route(/\/assets\/.*\.js/, (route) => route.abort())
    await page.goto(`${site.stack.url}/en/about`)
    await styled(page)
    await page.locator('header a[hreflang=zh-CN]').first().click()
    await page.waitForURL((url) => url.pathname === '/about')
    await close()
  })

  test('is not needed for a link', async () => {
    const { page, close } = await open(site.browser, { locale: 'en' })
    await page.route(/\/assets\/.*\.js/, (route) => route.abort())
    await page.goto(`${site.stack.url}/en`)
    await styled(page)
    await page.locator('header a[href="/en/news"], footer a[href="/en/news"]').first().evaluate((link: HTMLElement) => link.click())
    await page.waitForURL('**/en/news')
    await close()
  })
})

/** Answers input, without being asked to. */
const live = (page: Page) => page.waitForFunction(() => document.documentElement.dataset['hydrated'] === 'true')

/**
 * The steps that a counter shows in the middle of each tick of 50 ms, and whether it is still
 * without its times. Runs in the page.
 */
function countedBy(steps: HTMLElement) {
  const lines = steps.dataset['steps']?.split('\n') ?? []
  const [counter, value] = [steps.parentElement, steps.nextElementSibling]
  if (counter === null || value === null) throw new Error('a counter has its steps and its value')
  const [column, text] = [getComputedStyle(steps), getComputedStyle(value)]
  // From the start: it has counted since the paint.
  const { cssText } = counter.style
  counter.style.cssText = ''
  const isStill = column.animationName === 'none' && text.animationName === 'none'
  counter.style.cssText = cssText
  const animations = counter.getAnimations({ subtree: true })
  for (const animation of animations) animation.pause()
  /** How many lines the clip of an element takes from its start and its end. */
  const clipped = ({ clipPath }: CSSStyleDeclaration) => {
    const [above = 0, , below = above] = [...clipPath.matchAll(/[\d.]+/g)].map(([share]) => Math.round((Number(share) / 100) * lines.length))
    return { above, below }
  }
  const seen = lines.map((_, tick) => {
    for (const animation of animations) animation.currentTime = tick * 50 + 25
    const { above, below } = clipped(column)
    const line = Math.round((-new DOMMatrix(column.transform).m42 / steps.offsetHeight) * lines.length)
    const hidden = clipped(text)
    const isOne = above === line && above + below + 1 === lines.length && hidden.above + hidden.below === lines.length
    return isOne ? Number(lines[line]?.replaceAll(',', '')) : Number.NaN
  })
  for (const animation of animations) animation.finish()
  return { value: value.textContent, seen, isStill, isDone: column.clipPath === 'inset(100%)' && text.clipPath === 'none' }
}
