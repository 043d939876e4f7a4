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
import { readSettings } from '../kit/settings.ts'
import { newSite, portico, spawnPortico } from '../fixtures/new-site.ts'
import { publicPages, type Stack, startStack, temporaryFolder } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'

/** Names, addresses and drawings of the sample. */
const SAMPLE = /tidewater|潮生|contour|听潮|tide-/iu

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
    await until(async () => (await fetch(`${stack.url}/api/search?q=article`)).ok)
    const { page, problems, close } = await open(browser, { locale: 'en' })
    await page.goto(`${stack.url}/search?q=article`)
    await page.locator('main a[href="/news/the-site-is-here"]').first().click()
    await page.getByRole('heading', { name: 'The site is here' }).waitFor()
    await page.getByRole('link', { name: 'Contact' }).click()
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
  let frontend: string

  before(async () => {
    const sources = newSite(join(folder, 'site'), '--name', 'Plain', '--languages', 'de,fr', '--plain')
    frontend = sources.frontend
    stack = await startStack({ folder: join(folder, 'run'), sources })
    assert.match(sources.said, /passed/)
  })
  after(async () => {
    await stack?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('has neither routes nor code of the parts that it left out', async () => {
    for (const path of ['/login', '/members', '/news', '/contact', '/search'])
      assert.equal((await fetch(stack.url + path)).status, 404, path)
    const client = join(frontend, 'dist/client')
    const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
    const code = files.map((name) => readFileSync(join(client, name), 'utf8')).join('\n')
    for (const call of ['/api/search', '/api/chat', '/api/message', '/api/captcha', '/api/web/protocol-config'])
      assert.ok(!code.includes(call), `${call} is in the code`)
    const html = await (await fetch(stack.url)).text()
    const modules = /data-modules="([^"]*)"/.exec(html)?.[1]?.trim().split(' ') ?? []
    assert.ok(modules.length > 2, html)
    const sizes = modules.map((address) => brotliCompressSync(readFileSync(join(client, address))).length)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    // Before any input; react-dom and react-router alone are 71 KB of it.
    assert.ok(bytes <= 85_000, `${bytes} bytes of scripts`)
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
