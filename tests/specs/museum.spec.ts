// The museum of tests/museum, a site made by docs/your-own-site.md: its lists, its ways between
// exhibitions and artists, its members' page and its search; and no trace of the sample firm in any
// served byte.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { copySite } from '../fixtures/copied-site.ts'
import { portico } from '../fixtures/new-site.ts'
import { publicPages, root, type Stack, startStack, temporaryFolder } from '../fixtures/stack.ts'
import { sampleTraces } from '../fixtures/traces.ts'
import { launch, open } from '../kit/browser.ts'
import { checkPages } from '../kit/check-pages.ts'
import { mailPart, newestMail } from '../kit/mail.ts'
import { Member } from '../kit/member.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { readSettings } from '../kit/settings.ts'
import { until } from '../kit/until.ts'

/** A day on which two exhibitions are open, two are coming and two are over. */
const DAY = new Date('2026-12-01T12:00:00Z')

const FOUND = [
  { locale: 'en', prefix: '', word: 'woodcuts' },
  { locale: 'zh-CN', prefix: '/zh', word: '木刻' },
  { locale: 'ja', prefix: '/ja', word: '木版画' },
]

/** Titles of the exhibitions in a list. */
const titles = (page: Page) => page.locator('main li article :is(h2, h3)').allTextContents()

describe('a museum by the documentation', () => {
  const folder = temporaryFolder()
  const site = join(folder, 'site')
  let stack: Stack
  let browser: Browser

  before(async () => {
    copySite('tests/museum', folder)
    portico(join(site, 'frontend'), 'check')
    const [content, locales, frontend] = ['content', 'locales', 'frontend'].map((name) => join(site, name)) as [string, string, string]
    stack = await startStack({ folder: join(folder, 'run'), sources: { content, locales, frontend } })
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('has its pages in three languages, and none of them has a fault', { timeout: 200_000 }, async () => {
    const pages = await publicPages(stack.url)
    for (const { prefix } of FOUND)
      for (const path of ['/exhibitions', '/exhibitions/cranes', '/artists/sato-kaede', '/visit'])
        assert.ok(pages.includes(prefix + path), prefix + path)
    const settings = readSettings(join(site, 'tests/pages.json'))
    const results = await checkPages(stack, { browser, settings, all: false })
    assert.deepEqual(results.flatMap(({ findings }) => findings), [])
  })

  test('sorts its exhibitions, and chooses those that are on, coming or over', async () => {
    const { page, problems, close } = await open(browser, { locale: 'en' })
    await page.clock.setFixedTime(DAY)
    await page.goto(`${stack.url}/exhibitions`)
    await hydrated(page)
    const all = ['Ice on the Quay', 'Rope', 'Harbour at Night', 'Cranes', 'The Container Years', 'Signals']
    assert.deepEqual(await titles(page), all)
    for (const [choice, chosen] of [
      ['On now', ['Cranes', 'Harbour at Night']],
      ['Coming', ['Rope', 'Ice on the Quay']],
      ['Past', ['The Container Years', 'Signals']],
      ['All', all],
    ] as const) {
      await page.getByRole('button', { name: choice, exact: true }).click()
      assert.deepEqual(await titles(page), chosen, choice)
    }
    await page.goto(stack.url)
    await until(async () => (await titles(page)).join() === 'Cranes,Harbour at Night')
    await page.goto(`${stack.url}/artists`)
    const names = ['Chen Yiran', 'Mara Lindqvist', 'Sato Kaede', 'Tomas Weir']
    assert.deepEqual(await page.locator('main h2').allTextContents(), names)
    assert.deepEqual(problems, [])
    await close()
  })

  test('leads from an exhibition to its artist, and back', async () => {
    const { page, problems, close } = await open(browser, { locale: 'ja' })
    await page.goto(`${stack.url}/ja/exhibitions/rope`)
    await page.getByRole('link', { name: '佐藤楓' }).click()
    await page.getByRole('heading', { level: 1, name: '佐藤楓' }).waitFor()
    assert.deepEqual(await titles(page), ['綱', 'コンテナの時代'])
    await page.getByRole('link', { name: '綱', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '綱' }).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('describes hours and days to search engines, as its pages show them', async () => {
    const described = async (path: string) => {
      const html = await (await fetch(stack.url + path)).text()
      // The page itself, before the pages above it.
      return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')['@graph'][0]
    }
    const visit = await described('/visit')
    assert.equal(visit.openingHours, 'Tu-Su 10:00-18:00')
    // The foot of each page has the address of the settings.
    const address = new RegExp(`en: "${visit.address}"`)
    assert.match(readFileSync(join(site, 'content/site.yaml'), 'utf8'), address)
    const { startDate, endDate } = await described('/exhibitions/cranes')
    assert.deepEqual([startDate, endDate], ['2026-10-10', '2027-02-14'])
  })

  test('keeps its preview evenings from guests', async () => {
    for (const { prefix } of FOUND) {
      const answer = await fetch(`${stack.url}${prefix}/members`, { redirect: 'manual' })
      assert.equal(answer.status, 302)
      assert.match(answer.headers.get('location') ?? '', /\/login\?redirect=/)
    }
    for (const path of await publicPages(stack.url)) {
      const html = await (await fetch(stack.url + path)).text()
      assert.doesNotMatch(html, /The first knot|第一个结|最初の結び目/, path)
    }
  })

  test('writes to a member in its own look, and shows the evenings', async () => {
    const email = 'ann.member@example.com'
    const member = new Member(stack.url, 'en')
    await member.signIn(email, () => stack.mailedCode(email))
    const html = mailPart(newestMail(join(folder, 'run/var/outbox'), email), 'text/html')
    assert.match(html, /border-bottom: 3px solid #9c2b13.*>Port Museum</)
    assert.match(html, /<a href="https:\/\/www\.museum\.example"/)
    assert.match(await (await member.get('/members')).text(), /The first knot/)
  })

  test('finds an exhibition in each language', async () => {
    await until(async () => (await fetch(`${stack.url}/api/search?q=x`)).ok)
    for (const { locale, prefix, word } of FOUND) {
      const { page, problems, close } = await open(browser, { locale })
      await page.goto(`${stack.url}${prefix}/search?q=${encodeURIComponent(word)}`)
      await page.locator(`main a[href^="${prefix}/exhibitions/cranes"]`).first().waitFor()
      assert.deepEqual(problems, [], locale)
      await close()
    }
  })

  test('has no name, address, colour or drawing of the sample firm in any served file', () => {
    const traces = sampleTraces()
    assert.ok(traces.length > 60, `${traces.length} traces`)
    const found: string[] = []
    for (const folder of [join(site, 'frontend/dist/client'), stack.builds]) {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      const served = files
        .filter((file) => file.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        // Data of origin and generator are not served; compressed files repeat the others.
        .filter((path) => !/^(origin|index)\//.test(path.slice(folder.length + 1)) && !/\.(br|gz|zst)$/.test(path))
      assert.ok(served.length > 20, folder)
      for (const path of served) {
        const text = decoded(readFileSync(path, 'utf8'))
        found.push(...traces.filter((trace) => text.includes(trace)).map((trace) => `${path.slice(folder.length)}: ${trace}`))
      }
    }
    assert.deepEqual(found, [])
  })
})

/** A text in lower case, with entities and escapes of addresses and of JSON replaced. */
function decoded(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(parseInt(code, 16)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/(%[0-9a-f]{2})+/gi, (escaped) => Buffer.from(escaped.replaceAll('%', ''), 'hex').toString('utf8'))
    .replaceAll('&amp;', '&')
    .toLowerCase()
}
