// A visitor opens every public page: complete without JavaScript, hydrated without a complaint.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { useSite } from '../fixtures/site.ts'
import { publicPages } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'

/**
 * Requirement → the page's path, or that of a list with the page as its first entry, a text that
 * distinguishes the page from others, and how often it occurs at least.
 */
const routes: { id: string; path: string; entryOf?: true; shows: RegExp; times?: number }[] = [
  { id: 'R2.01', path: '/', shows: /href="[^"]*\/enterprise\/industry/ },
  { id: 'R2.02', path: '/about', shows: /<h2[^>]* id="[^"]+"/g, times: 3 },
  { id: 'R2.03', path: '/about/financial', shows: /href="[^"]*\/about\/financial\/figures\.csv"/ },
  { id: 'R2.04', path: '/message/bp', shows: /type="file"/ },
  { id: 'R2.05', path: '/message/work', shows: /type="file"/ },
  { id: 'R2.06', path: '/enterprise/industry', shows: /href="#semiconductors"/ },
  { id: 'R2.07', path: '/enterprise/invested', shows: /\/enterprise\/invested\/[a-z-]+"/g, times: 24 },
  { id: 'R2.08', path: '/total', shows: /<tr[ >]/g, times: 15 },
  { id: 'R2.09', path: '/enterprise/invested', entryOf: true, shows: /<dt[ >]/g, times: 4 },
  { id: 'R2.10', path: '/enterprise/cases', shows: /\/enterprise\/cases\/[a-z-]+"/g, times: 5 },
  { id: 'R2.11', path: '/enterprise/cases', entryOf: true, shows: /<h2[ >]/g, times: 3 },
  { id: 'R2.12', path: '/chat', shows: /<textarea/ },
  { id: 'R2.14', path: '/news', shows: /href="[^"]*\/news\/page\/2"/ },
  { id: 'R2.15', path: '/news', entryOf: true, shows: /<time/ },
  { id: 'R2.17', path: '/feishu/ai', shows: /<textarea/ },
  { id: 'R2.18', path: '/feishu/supplier', shows: /<input/ },
  { id: 'R2.19', path: '/terms', shows: /href="#[^"]+"/g, times: 5 },
  { id: 'R2.20', path: '/privacy', shows: /href="#[^"]+"/g, times: 5 },
]

describe('a visitor', () => {
  const site = useSite()

  for (const { id, path: route, entryOf, shows, times = 1 } of routes) {
    test(`${id}: finds ${route}${entryOf ? '/:id' : ''} in both languages, in one round trip`, async () => {
      const pages = await publicPages(site.stack.url)
      for (const prefix of ['', '/en']) {
        const path = entryOf ? firstBelow(pages, prefix + route) : prefix + route === '/en/' ? '/en' : prefix + route
        assert.ok(pages.includes(path), `${path} is not in the manifest`)
        // The home page would redirect to the language of the browser; from this site itself it
        // never does.
        const answer = await fetch(site.stack.url + path, { headers: { 'sec-fetch-site': 'same-origin' }, redirect: 'manual' })
        assert.equal(answer.status, 200, path)
        const html = await answer.text()
        assert.match(html, prefix === '/en' ? /<html[^>]* lang="en"/ : /<html[^>]* lang="zh-CN"/, path)
        const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
        assert.match(main, /<h1[\s>]/, `${path} has no heading`)
        assert.ok(main.split(shows).length > times, `${path} shows ${shows} less than ${times} times`)
      }
    })
  }

  for (const width of [390, 1440]) {
    // R2.06
    test(`has the header again on the way up, and no part of a page hides behind it, at ${width} px`, async () => {
      const { page, problems, close } = await open(site.browser, { locale: 'en', viewport: { width, height: 800 } })
      await page.goto(`${site.stack.url}/en/enterprise/industry`)
      await hydrated(page)
      const top = () => page.locator('header').first().evaluate((header) => Math.round(header.getBoundingClientRect().top))
      const scrollTo = (top: number) =>
        page.evaluate((top) => new Promise((done) => (window.scrollTo({ top, behavior: 'instant' }), requestAnimationFrame(() => requestAnimationFrame(done)))), top)
      await scrollTo(2400)
      assert.ok((await top()) < -1000)
      await scrollTo(2300)
      await until(async () => (await top()) === 0)
      await scrollTo(2500)
      await until(async () => (await top()) < -1000)
      await page.evaluate(() => location.assign('#semiconductors'))
      await until(async () => (await top()) === 0)
      const [part, bar] = await page.evaluate(() => [document.getElementById('semiconductors'), document.querySelector('header')].map((each) => each?.getBoundingClientRect()))
      assert.ok((part?.top ?? 0) >= (bar?.bottom ?? Infinity), `${part?.top} is above ${bar?.bottom}`)
      assert.deepEqual(problems, [])
      await close()
    })
  }

  // R10.01
  test('finds every entry that is public', async () => {
    const pages = await publicPages(site.stack.url)
    assert.ok(pages.length > 100, `${pages.length} pages`)
  })

  // R10.02, R1.02
  test('reads every page with JavaScript off, and sees the same text with it on', async () => {
    const pages = await publicPages(site.stack.url)
    const plain = await open(site.browser, { javaScriptEnabled: false, extraHTTPHeaders: { 'accept-language': 'zh-CN' } })
    const live = await open(site.browser, { reducedMotion: 'reduce', extraHTTPHeaders: { 'accept-language': 'zh-CN' } })
    for (const path of pages) {
      await Promise.all([plain, live].map(({ page }) => page.goto(site.stack.url + path)))
      await hydrated(live.page)
      const [withoutScript, withScript] = await Promise.all([plain, live].map(({ page }) => page.locator('h1').first().innerText()))
      assert.equal(withoutScript, withScript, path)
      const text = await plain.page.locator('main').innerText()
      assert.ok(text.length > 40, `${path} says only: ${text}`)
    }
    // With JavaScript off Chromium reports each script that it did not run.
    assert.deepEqual(plain.problems.filter((problem) => !problem.endsWith(' csp')), [])
    assert.deepEqual(live.problems, [], 'console errors, hydration warnings or failed requests')
    await plain.close()
    await live.close()
  })

  // R2.17, R2.18
  test('reads the pages made for Feishu inside it, and no other page in a frame', async () => {
    const policy = async (path: string) => (await fetch(site.stack.url + path)).headers.get('content-security-policy') ?? ''
    for (const path of ['/feishu/ai', '/en/feishu/supplier']) {
      const csp = await policy(path)
      assert.match(csp, /script-src 'self' 'sha256-\S+' https:\/\/lf1-cdn-tos\.bytegoofy\.com\/goofy\/lark\/op\/h5-js-sdk-[\d.]+\.js; /, path)
      assert.match(csp, /frame-ancestors 'self' https:\/\/\*\.feishu\.cn https:\/\/\*\.larksuite\.com https:\/\/\*\.larkoffice\.com$/, path)
    }
    const ordinary = await policy('/en/about')
    assert.match(ordinary, /frame-ancestors 'none'$/)
    assert.doesNotMatch(ordinary, /https:/)
  })

  // R2.25, R2.26, R8.01, R2.28
  test('is told in the right language that a page does not exist', async () => {
    for (const [path, lang] of [['/404', 'zh-CN'], ['/nowhere', 'zh-CN'], ['/en/nowhere', 'en'], ['/About', 'zh-CN'], ['/agreement/terms', 'zh-CN'], ['/news/no-such-news', 'zh-CN']] as const) {
      const answer = await fetch(site.stack.url + path)
      assert.equal(answer.status, 404, path)
      assert.match(await answer.text(), new RegExp(`<html[^>]* lang="${lang}"`), path)
    }
    const { page, close } = await open(site.browser)
    await page.goto(`${site.stack.url}/en/nowhere?x=1`)
    await page.getByText('Page not found: /en/nowhere?x=1').waitFor()
    await page.goto(`${site.stack.url}/en/news/Bad_Slug`)
    await page.getByText('Page Not Found: /en/news/Bad_Slug').waitFor()
    await page.locator('main a[href="/en"]').first().waitFor()
    await close()
    const json = await fetch(`${site.stack.url}/nowhere`, { headers: { accept: 'application/json' } })
    assert.deepEqual([json.status, await json.json()], [404, { code: 404, msg: 'Page not found: /nowhere', data: { path: '/nowhere' } }])
  })

  // R2.27
  test('sees each page in its layout, which knows the configuration and who is signed in', async () => {
    const { page, problems, close } = await open(site.browser)
    await page.context().addCookies([
      { name: 'user-info', value: encodeURIComponent('{"name":"Ann","email":"ann@example.com"}'), url: site.stack.url },
    ])
    const frames = { default: [1, 1, 0], login: [0, 1, 1], feishu: [0, 1, 0] }
    for (const [path, layout] of [['/en/about', 'default'], ['/en/terms', 'login'], ['/en/feishu/ai', 'feishu']] as const) {
      await page.goto(site.stack.url + path)
      await hydrated(page)
      const parts = ['header nav', 'footer', '[data-ground="deep"][data-print="no"]']
      const found = await Promise.all(parts.map((part) => page.locator(part).first().isVisible()))
      assert.deepEqual(found.map(Number), frames[layout], `${path}: ${parts}`)
      const state = await page.locator('#portico-state').textContent()
      assert.match(state ?? '', /"apiBase":/, path)
    }
    await page.goto(`${site.stack.url}/en/about`)
    await page.getByRole('button', { name: 'Your account: Ann' }).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  // R2.24: the payload is fetched, the document is not.
  test('walks from page to page without loading documents, and comes back to where it was', async () => {
    const { page, problems, close } = await open(site.browser)
    const documents: string[] = []
    page.on('request', (request) => request.resourceType() === 'document' && documents.push(request.url()))
    await page.goto(`${site.stack.url}/en/news`)
    await hydrated(page)
    // Not the lead story: at 300 px down it is out of sight, and a click would scroll.
    const article = page.locator('main a[href^="/en/news/"]').nth(1)
    const title = (await article.innerText()).trim()
    const heading = await page.locator('h1').first().textContent()
    await article.scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo(0, 300))
    await article.click()
    await page.waitForURL(/\/en\/news\/[a-z0-9-]+$/)
    // The address changes before the page does; once the article shows, it is scrolled to its top.
    await page.waitForFunction((before) => document.querySelector('h1')?.textContent !== before, heading)
    assert.equal(await page.evaluate(() => scrollY), 0)
    assert.ok((await page.title()).length > 0 && title.length > 0)
    await page.goBack()
    await page.waitForURL(/\/en\/news$/)
    await page.waitForFunction(() => Math.abs(scrollY - 300) < 5)
    assert.equal(documents.length, 1, documents.join(' '))
    assert.deepEqual(problems, [])
    await close()
  })

  // R1.04, R1.05
  test('cannot open the context menu or copy, except in fields', async () => {
    const { page, close } = await open(site.browser)
    await page.goto(`${site.stack.url}/en/message/bp`)
    await hydrated(page)
    const prevented = (selector: string, type: string, init: object) =>
      page.locator(selector).first().evaluate(
        (element, [type, init]) => !element.dispatchEvent(new (type === 'keydown' ? KeyboardEvent : MouseEvent)(type as string, { bubbles: true, cancelable: true, ...(init as object) })),
        [type, init],
      )
    assert.equal(await prevented('h1', 'contextmenu', {}), true)
    assert.equal(await prevented('h1', 'keydown', { key: 'c', ctrlKey: true }), true)
    assert.equal(await prevented('h1', 'dblclick', {}), true)
    assert.equal(await prevented('main textarea', 'contextmenu', {}), false)
    assert.equal(await prevented('main textarea', 'keydown', { key: 'c', ctrlKey: true }), false)
    await close()
  })

  // R2.04, R9.05
  test('loses nothing of a message: asked before leaving, and the text is there after a link, Back, the language switch and a reload', async () => {
    const { page, problems, close } = await open(site.browser, { locale: 'en' })
    await page.goto(`${site.stack.url}/en/message/bp`)
    await hydrated(page)
    await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Acme')
    await page.getByLabel('The plan in a few sentences').fill('Bearings that need no oil.')
    const privacy = page.context().waitForEvent('page')
    await page.locator('main form a[href="/en/privacy"]').click()
    await (await privacy).close()
    const question = page.getByRole('dialog', { name: 'Leave without sending?' })
    await page.locator('header a[href="/en/news"]').first().click()
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).pathname, '/en/message/bp')
    await page.locator('header a[href="/en/news"]').first().click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL(/\/en\/news$/)
    await page.goBack()
    await page.getByText('What you wrote before is here again.').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Company', exact: true }).inputValue(), 'Acme')
    await page.locator('header a[hreflang="zh-CN"]').first().click()
    await page.getByText('上次写的内容还在。').waitFor()
    assert.equal(await page.getByRole('textbox', { name: '公司', exact: true }).inputValue(), 'Acme')
    // The browser's own question; it is accepted if no listener handles it.
    await page.reload()
    await page.getByText('上次写的内容还在。').waitFor()
    assert.equal(await page.locator('textarea').inputValue(), 'Bearings that need no oil.')
    assert.deepEqual(problems, [])
    await close()
  })

  // R2.24, R1.07
  test('lands at a heading that waits in a reveal, and comes back from a list of contents', async () => {
    const { page, problems, close } = await open(site.browser, { locale: 'en', viewport: { width: 1280, height: 800 } })
    const live = () => hydrated(page)
    const isAtTop = (id: string) =>
      page.waitForFunction((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top ?? -1
        return top >= 0 && top < 120
      }, id)
    await page.goto(`${site.stack.url}/en/about#what-we-believe`)
    await live()
    await isAtTop('what-we-believe')
    await page.goto(`${site.stack.url}/en/terms`)
    await live()
    const entry = page.locator('main a[href^="#"]').first()
    await entry.click()
    await isAtTop(decodeURIComponent((await entry.getAttribute('href'))!.slice(1)))
    await page.goBack()
    await page.waitForFunction(() => scrollY === 0)
    assert.deepEqual(problems, [])
    await close()
  })

  // R2.23
  test('goes on by keyboard where they left: on the row of the list that they came from', async () => {
    const { page, problems, close } = await open(site.browser, { locale: 'en' })
    for (const [list, link] of [
      ['/en/enterprise/invested', '/en/enterprise/invested/tinglan'],
      ['/en/news', undefined],
    ] as const) {
      await page.goto(site.stack.url + list)
      await hydrated(page)
      const row = link === undefined ? page.locator('main a[href^="/en/news/"]').nth(1) : page.locator(`main a[href="${link}"]`).first()
      const href = await row.getAttribute('href')
      await row.focus()
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname === href)
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
      await page.goBack()
      await page.waitForURL((url) => url.pathname === list)
      await page.waitForFunction((href) => document.activeElement?.getAttribute('href') === href, href)
    }
    assert.deepEqual(problems, [])
    await close()
  })

  // R2.23
  test('finds a filtered list as it was left', async () => {
    const { page, problems, close } = await open(site.browser)
    await page.goto(`${site.stack.url}/en/enterprise/invested`)
    await hydrated(page)
    const rows = page.locator('main a[href^="/en/enterprise/invested/"]')
    const all = await rows.count()
    assert.ok(all >= 20, `${all} companies`)
    // The second time they turn back while the drawing is still on its way to the company's page.
    for (const shown of [() => document.getAnimations().length === 0, () => document.getAnimations().length > 0]) {
      await page.evaluate(() => scrollTo(0, 400))
      await rows.nth(3).evaluate((link: HTMLElement) => link.click())
      await page.waitForURL(/invested\/[a-z0-9-]+$/)
      await page.waitForFunction(() => scrollY === 0)
      await page.waitForFunction(shown)
      await page.goBack()
      await page.waitForURL(/invested$/)
      await page.waitForFunction(() => Math.abs(scrollY - 400) < 5)
    }
    assert.deepEqual(problems, [])
    await close()
  })

  // R2.23, R2.24: rows change places then, and a browser would follow one of them.
  test('reads on where they are when the order of the address arrives late', async () => {
    const { page, problems, close } = await open(site.browser)
    const read = Promise.withResolvers<void>()
    await page.route('**/*.js', async (route) => {
      await read.promise
      await route.continue()
    })
    await page.goto(`${site.stack.url}/en/enterprise/invested?sort=name`, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector('footer') !== null && document.fonts.status === 'loaded')
    await page.evaluate(() => scrollTo(0, 1500))
    // The browser chooses its scroll anchor when it draws.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    read.resolve()
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Company' }).waitFor()
    await hydrated(page)
    assert.equal(await page.evaluate(() => scrollY), 1500)
    assert.deepEqual(problems, [])
    await close()
  })
})

/** The first page of an entry of the list at `list`. */
function firstBelow(pages: readonly string[], list: string): string {
  const found = pages.find((page) => page.startsWith(`${list}/`) && !page.startsWith(`${list}/page/`))
  assert.ok(found, `no page below ${list}`)
  return found
}
