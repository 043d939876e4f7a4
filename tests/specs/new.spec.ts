// A new site, as `generator new` creates it: it passes its own tests, is built and served by the
// same binaries, and has no trace of the sample firm.

import assert from 'node:assert/strict'
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { launch, open } from '../kit/browser.ts'
import { checkPages } from '../kit/check-pages.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { readSettings } from '../kit/settings.ts'
import { newSite, portico, spawnPortico } from '../fixtures/new-site.ts'
import { publicPages, type Stack, startStack, temporaryFolder } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'

/** Names, addresses and drawings of the sample. */
const SAMPLE = /tidewater|潮生|contour|听潮|tide-/iu

/** Calls of the origin that only such parts make. */
const ABSENT_CALLS = [
  ...['search?q=a', 'chat', 'common/captcha', 'auth/sessions', 'web/protocol-config'].map((path) => ['GET', path]),
  ...['chat', 'auth/login', 'common/send-email-code', 'message/state', 'message/withdraw', 'message/contact'].map((path) => ['POST', path]),
  ...['message/uploads', 'feishu/login'].map((path) => ['POST', path]),
].map(([method, path]) => [method, `/api/${path}`] as const)

/** Names that only code, styles and words of such parts have. */
const ABSENT =
  /\/api\/|captcha|feishu|logout|fronted-uuid|user-info|protocol-config|signed out|sign in|agreement|text\/event-stream|multipart|your message|six-digit|assistant/iu

describe('a new site with all parts, in three languages', () => {
  const folder = temporaryFolder()
  let stack: Stack
  let browser: Browser

  before(async () => {
    const options = ['--name', 'Port Museum', '--url', 'https://www.museum.example', '--languages', 'en,zh-CN,ja']
    stack = await startStack({ folder: join(folder, 'run'), sources: newSite(join(folder, 'site'), ...options) })
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('shows each page in each language, live and without a complaint, and nothing of the sample', async () => {
    const pages = await publicPages(stack.url)
    assert.ok(pages.length > 30, `${pages.length} pages`)
    for (const path of pages) assert.doesNotMatch(await (await fetch(stack.url + path)).text(), SAMPLE, path)
    const settings = readSettings(join(folder, 'site/tests/pages.json'))
    const results = await checkPages(stack, { browser, settings, all: false })
    assert.deepEqual(results.flatMap(({ findings }) => findings), [])
  })

  test('keeps its members’ page from guests, finds its article, and leads to the form', async () => {
    const members = await fetch(`${stack.url}/members`, { redirect: 'manual' })
    assert.equal(members.status, 302)
    assert.equal(members.headers.get('location'), '/login?redirect=/members')
    await until(async () => (await fetch(`${stack.url}/api/search?q=Monday`)).ok)
    const { page, problems, close } = await open(browser, { locale: 'en' })
    await page.goto(`${stack.url}/search?q=Monday`)
    await page.locator('main a[href="/news/the-site-is-here"]').first().click()
    await page.getByRole('heading', { name: 'The site is here' }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
    await page.getByLabel('Your message').waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('publishes an edit', async () => {
    stack.edit('pages/home/en.md', (text) => text.replace(/^lead: .*$/m, 'lead: Ships, and what they carried.'))
    await until(async () => (await (await fetch(`${stack.url}/`)).text()).includes('what they carried'))
  })
})

describe('a new site with nothing besides its pages', () => {
  const folder = temporaryFolder()
  let stack: Stack
  let browser: Browser
  let frontend: string

  before(async () => {
    const sources = newSite(join(folder, 'site'), '--name', 'Plain', '--languages', 'de,fr', '--plain')
    frontend = sources.frontend
    stack = await startStack({ folder: join(folder, 'run'), sources })
    assert.match(sources.said, /passed/)
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('loads no script before any input, on no page, and at most 82,000 bytes to react to it', async () => {
    const { page, close } = await open(browser, { locale: 'de' })
    const loaded = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js')) loaded.add(pathname)
    })
    const bytes = () => [...loaded].reduce((sum, path) => sum + brotliCompressSync(readFileSync(join(frontend, 'dist/client', path))).length, 0)
    // The foot of a short page is in view.
    await page.setViewportSize({ width: 1440, height: 2000 })
    for (const path of ['/about', '/privacy', '/']) await page.goto(stack.url + path, { waitUntil: 'networkidle' })
    assert.deepEqual([...loaded], [])
    // Code of the pages that links in view lead to is fetched ahead, which is not counted here.
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(stack.url)
    await hydrated(page)
    assert.ok(loaded.size > 2, [...loaded].join())
    // react-dom and react-router alone are 66 KB of it.
    assert.ok(bytes() <= 82_000, `${bytes()} bytes`)
    await close()
  })

  test('has neither routes nor calls of the parts that it left out', async () => {
    for (const path of ['/login', '/members', '/news', '/contact', '/search', '/message/state'])
      assert.equal((await fetch(stack.url + path)).status, 404, path)
    for (const [method, path] of ABSENT_CALLS) {
      const answer = await fetch(stack.url + path, { method, headers: { origin: stack.url } })
      assert.equal(answer.status, 404, `${method} ${path}`)
      assert.equal(answer.headers.get('set-cookie'), null, path)
    }
  })

  test('has no code, no word and no style of them in any file that it serves', () => {
    for (const folder of [join(frontend, 'dist/client'), stack.builds]) {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // The data of origin and gateway are not served; compressed files repeat the others.
      const plain = files.filter((name) => /\.(js|css|html|json|rules|xml)$/.test(name) && !/^(origin|index)\//.test(name))
      assert.ok(plain.length > 5, folder)
      for (const name of plain) {
        const found = ABSENT.exec(readFileSync(join(folder, name), 'utf8'))
        assert.equal(found?.[0], undefined, name)
      }
    }
  })

  test('sends a visitor no header and no cookie of them, and a browser calls nothing', async () => {
    const { page, problems, close } = await open(browser, { locale: 'de' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const path of ['/', '/about', '/privacy', '/fr']) {
      const answer = await page.goto(stack.url + path)
      const headers = JSON.stringify(await answer?.allHeaders())
      assert.doesNotMatch(headers, /set-cookie|unsafe-eval|captcha|feishu|https:\/\/|blob:|microphone=\(self/, path)
    }
    await page.mouse.move(20, 20)
    await hydrated(page)
    await page.getByRole('link', { name: 'Plain' }).first().click()
    await page.waitForURL(`${stack.url}/fr`)
    await until(async () => asked.includes('/builds/latest.json'))
    const known = /^\/(?:(?:fr)?(?:\/?(?:about|privacy))?(?:\/_payload\.json)?|_payload\.json|fonts\.css|assets\/.*|builds\/(?:latest|meta\/[^/]+)\.json)$/
    assert.deepEqual(asked.filter((path) => !known.test(path)), [])
    assert.deepEqual(await page.context().cookies(), [])
    assert.deepEqual(problems, [])
    await close()
  })

  test('refuses slips of content and of metadata in its tests, and names what it cannot check', () => {
    const site = join(frontend, '..')
    for (const [file, change, problem] of [
      ['content/pages/about/fr.md', (text: string) => `${text}\n[x](/no/such/page)\n`, /broken-link/],
      ['content/pages/about/de.md', (text: string) => text.replace('title:', 'tilte:'), /tilte/],
      ['frontend/site/metadata.ts', (text: string) => text.replace('page.title', 'page.titel'), /metadata\.ts.*page\.title/s],
      ['frontend/site/metadata.ts', (text: string) => text.replace(/^ {2}about: .*$/m, ''), /metadata\.ts.*about/s],
    ] as const) {
      const text = readFileSync(join(site, file), 'utf8')
      writeFileSync(join(site, file), change(text))
      assert.throws(() => portico(frontend, 'check'), problem, file)
      writeFileSync(join(site, file), text)
    }
    const { stdout, stderr, status } = spawnPortico(frontend, 'check', folder)
    assert.equal(status, 0, stdout + stderr)
    assert.equal(stderr.match(/the content was not checked: there is no program `generator`/g)?.length, 1)
  })

  test('says what does not build, fails by it, and keeps the build before', () => {
    const built = readFileSync(join(frontend, 'dist/assets.json'), 'utf8')
    appendFileSync(join(frontend, 'site/routes/about.tsx'), 'export const broken = 1 +\n')
    assert.throws(() => portico(frontend, 'build'), /about\.tsx/)
    assert.equal(readFileSync(join(frontend, 'dist/assets.json'), 'utf8'), built)
  })
})
