// Search on the real processes: the box over a page, the results page with JavaScript and without,
// and the effect of an edit on both (R2.12).

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launch, open, type Watched } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { type Stack, startStack } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'

describe('search', () => {
  let stack: Stack
  let browser: Browser

  before(async () => {
    stack = await startStack()
    browser = await launch()
    await indexed()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
  })

  /** The origin makes its index by itself, a moment after it starts. */
  async function indexed(): Promise<void> {
    await until(async () => (await fetch(`${stack.url}/api/search?q=2011`)).ok)
  }

  const field = (page: Page) => page.locator('[role=dialog] input[name=q]')
  const hits = (page: Page) => page.locator('[role=dialog] h3 a')

  async function visit(path: string, locale: string): Promise<Watched> {
    const watched = await open(browser, { locale })
    await watched.page.goto(stack.url + path)
    await hydrated(watched.page)
    return watched
  }

  async function openBox(path: string, locale: string): Promise<Watched> {
    const watched = await visit(path, locale)
    await watched.page.keyboard.press('/')
    await field(watched.page).waitFor()
    return watched
  }

  for (const { locale, path } of [
    { locale: 'zh-CN', path: `/search?q=${encodeURIComponent('储能')}` },
    { locale: 'en', path: '/en/search?q=storage' },
  ]) {
    test(`does not move the page when the answer comes, in ${locale}`, async () => {
      const { page, close } = await open(browser, { locale })
      await page.addInitScript(() => {
        const shifts = Object.assign(globalThis, { shifted: 0 })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.shifted += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(stack.url + path)
      await page.locator('main mark').first().waitFor()
      const shifted = await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)
      assert.ok(shifted < 0.05, `shifted by ${shifted}`)
      await close()
    })
  }

  test('begins with the field, and shows hits by their summary and whole sentences', async () => {
    const { page, close } = await open(browser, { locale: 'en', viewport: { width: 1440, height: 900 } })
    await page.goto(`${stack.url}/en/search?q=storage`)
    await page.locator('main mark').first().waitFor()
    const { field, edge, hits } = await page.evaluate(() => {
      const box = (selector: string) => (document.querySelector(selector) as Element).getBoundingClientRect()
      const hits = [...document.querySelectorAll('main ol > li > div')].map((hit) => {
        const passages = [...hit.querySelectorAll('h3 ~ p')]
        // The link to a passage's place is no part of it.
        for (const link of hit.querySelectorAll('p > a')) link.remove()
        return passages.map(({ textContent }) => textContent?.trim() ?? '').filter((text) => text !== '')
      })
      return { field: box('main input[name=q]'), edge: box('main h1').left - box('main time').left, hits }
    })
    assert.ok(field.top <= 200, `the field is at ${field.top}`)
    assert.ok(Math.abs(edge) < 1, 'dates of hits are in the margin, under the heading')
    assert.ok(hits.length > 5)
    for (const passages of hits) {
      assert.ok(passages.length === 1 || passages.length === 2, passages.join('\n'))
      for (const text of passages) assert.match(text, /[.!?]$/u)
    }
    await close()
  })

  for (const { locale, path, words, slips } of [
    { locale: 'zh-CN', path: '/total', words: '半导体', slips: ['半导题', 'bandaoti'] },
    { locale: 'en', path: '/en/total', words: 'semiconductor', slips: ['semicondutor', 'semicond'] },
  ]) {
    test(`forgives slips and finds as one types, in ${locale}`, async () => {
      const { page, problems, close } = await openBox(path, locale)
      await field(page).pressSequentially(words)
      await page.locator('[role=dialog] mark').first().waitFor()
      const found = await hits(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      for (const slip of slips) {
        await field(page).fill('')
        await hits(page).first().waitFor({ state: 'detached' })
        await field(page).fill(slip)
        await hits(page).first().waitFor()
        const others = await hits(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')))
        assert.ok(
          others.some((href) => found.includes(href)),
          `${slip}: ${others}`,
        )
      }
      assert.deepEqual(problems, [])
      await close()
    })
  }

  test('leads by the keyboard alone to a hit, and Escape gives the focus back', async () => {
    const { page, problems, close } = await visit('/en/total', 'en')
    const button = page.locator('header a[href="/en/search"]').filter({ visible: true }).first()
    await button.focus()
    await page.keyboard.press('Enter')
    await field(page).waitFor()
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.getAttribute('href') === '/en/search')
    await page.keyboard.press('/')
    await field(page).pressSequentially('Landbridge Freight')
    const first = hits(page).first()
    await first.waitFor()
    const href = await first.getAttribute('href')
    while (!(await first.evaluate((link) => link === document.activeElement))) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === href)
    await field(page).waitFor({ state: 'detached' })
    assert.deepEqual(problems, [])
    await close()
  })

  test('leads to the passage that was found', async () => {
    const { page, close } = await openBox('/', 'zh-CN')
    await field(page).fill('业绩报酬')
    const passage = page.locator('[role=dialog] ol p a[href*="#"]').first()
    await passage.waitFor()
    const href = (await passage.getAttribute('href')) as string
    await passage.click()
    await page.waitForURL((url) => url.hash !== '')
    const anchor = decodeURIComponent(href.split('#')[1] as string)
    await page.waitForFunction((id) => {
      const { top } = document.getElementById(id)?.getBoundingClientRect() ?? { top: Number.NaN }
      return top >= 0 && top < innerHeight
    }, anchor)
    await close()
  })

  test('keeps question, kind and page in the address of the results page', async () => {
    const { page, problems, close } = await visit('/search', 'zh-CN')
    const words = '半导体'
    const encoded = encodeURIComponent(words)
    await page.locator('main input[name=q]').fill(words)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/search?q=${encoded}`)
    await page.locator('main h3 a').first().waitFor()
    await page.waitForFunction(() => document.title.includes('“半导体”'))
    const next = page.locator('main [rel=next]')
    await next.click()
    await page.waitForURL(`**/search?q=${encoded}&page=2`)
    await page.locator('main [rel=prev]').waitFor()
    await page.locator('main ul a[href*="kind=news"]').click()
    await page.waitForURL(`**/search?q=${encoded}&kind=news`)
    await page.locator('main ul a[aria-current][href*="kind=news"]').waitFor()
    await page.goBack()
    await page.locator('main [rel=prev]').waitFor()
    await page.reload()
    await page.locator('main [rel=prev]').waitFor()
    assert.equal(await page.locator('main input[name=q]').inputValue(), words)
    assert.deepEqual(problems, [])
    await close()
  })

  for (const { locale, path, words } of [
    { locale: 'zh-CN', path: '/search', words: '半导体' },
    { locale: 'en', path: '/en/search', words: 'semiconductors' },
  ]) {
    test(`answers without JavaScript, in ${locale}`, async () => {
      const { page, problems, close } = await open(browser, { locale, javaScriptEnabled: false })
      await page.goto(stack.url + path)
      await page.locator('main input[name=q]').fill(words)
      await page.locator('main form button').first().click()
      await page.waitForURL('**/api/search?*')
      assert.equal(await page.locator('html').getAttribute('lang'), locale)
      assert.equal(await page.locator('main input[name=q]').inputValue(), words)
      assert.match(await page.title(), new RegExp(`^“${words}” · `))
      assert.ok((await page.locator('main mark').count()) > 0)
      const serif = await page.locator('main h1').evaluate((heading) => getComputedStyle(heading).fontFamily)
      assert.match(serif, /Newsreader/, 'the page has its styles')
      await page.locator('main ul a[href*="kind=news"]').click()
      await page.locator('main ul a[aria-current][href*="kind=news"]').waitFor()
      await page.locator('main h3 a').first().click()
      await page.waitForURL(/\/news\//)
      // A browser without scripts refuses those that documents fetch ahead.
      assert.deepEqual(
        problems.filter((problem) => !problem.endsWith(' csp')),
        [],
      )
      await close()
    })
  }

  test('shows a hostile question as text, with JavaScript and without', async () => {
    const question = '<img src=x onerror=alert(1)>"\'</title>{parts}'
    for (const javaScriptEnabled of [true, false]) {
      const { page, close } = await open(browser, { locale: 'en', javaScriptEnabled })
      page.on('dialog', () => assert.fail('a script ran'))
      await page.goto(`${stack.url}${javaScriptEnabled ? '/en' : '/api'}/search?locale=en&q=${encodeURIComponent(question)}`)
      await page.locator('main #answer > *').first().waitFor()
      assert.equal(await page.locator('main input[name=q]').inputValue(), question)
      assert.equal(await page.locator('main img[src=x]').count(), 0)
      await close()
    }
  })

  test('says that the connection is lost, and goes on when it is back', async () => {
    const { page, close } = await openBox('/en', 'en')
    await page.context().setOffline(true)
    await field(page).fill('Landbridge')
    await page.locator('[role=dialog] [role=alert]').waitFor()
    await page.context().setOffline(false)
    await hits(page).first().waitFor()
    await close()
  })

  /** Hits of a word that only a test's edit has. */
  const total = async (word: string) =>
    (await (await fetch(`${stack.url}/api/search?q=${word}&locale=en`, { headers: { language: 'en' } })).json()).data?.total

  test('finds an edit, and no longer what it replaced', async () => {
    const file = 'news/duskline/en.md'
    const before = readFileSync(join(stack.content, file), 'utf8')
    const word = 'Quillfeather'
    await stack.edit(file, (text) => `${text}\n\n${word} is a word of its own.\n`)
    await until(async () => (await total(word)) === 1)
    await stack.edit(file, () => before)
    await until(async () => (await total(word)) !== 1)
  })

  for (const hidden of ['draft: true', 'publishAt: 2199-01-01T00:00:00Z', 'expireAt: 2011-01-01T00:00:00Z']) {
    test(`never finds an article with ${hidden}`, async () => {
      const folder = join(stack.content, 'news/hidden')
      const [word, marker] = ['Wrendlebury', `Marker${hidden.replaceAll(/\W/g, '')}`]
      const article = (front: string) => `---\ntitle: Hidden\nsummary: ${word}\ndate: 2010-05-03\nauthor: Tan Wei Liang\ncategory: portfolio\n${front}---\n\n${word}.\n`
      const write = (front: string) => {
        mkdirSync(folder, { recursive: true })
        for (const locale of ['en', 'zh-CN']) writeFileSync(join(folder, `${locale}.md`), article(front))
      }
      // Shown first, by its own page and those that list it, so that the test could fail.
      assert.match(await stack.after(() => write('')), /^published/)
      await until(async () => (await total(word)) > 1)
      await stack.after(() => write(`${hidden}\n`))
      await stack.edit('news/duskline/en.md', (text) => `${text}\n\n${marker}.\n`)
      await until(async () => (await total(marker)) === 1)
      // Asked again if there were too many questions.
      let found: number | undefined
      await until(async () => (found = await total(word)) !== undefined)
      assert.equal(found, 0)
      await stack.after(() => rmSync(folder, { recursive: true }))
    })
  }
})
