// The documentation as a site: each document is a page in both languages, is found by the search
// and quoted by the assistant, and no link between documents is broken.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launch, open } from '../kit/browser.ts'
import { checkPages } from '../kit/check-pages.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { readSettings } from '../kit/settings.ts'
import { copySite } from '../fixtures/copied-site.ts'
import { portico } from '../fixtures/new-site.ts'
import { publicPages, root, type Stack, startStack, temporaryFolder } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'

const LANGUAGES = [
  { prefix: '', locale: 'en', word: 'rollback', found: '/docs/operating', question: 'How do I roll back a build?', source: /\/docs\//, next: 'Next document' },
  { prefix: '/zh', locale: 'zh-CN', word: '撤回', found: '/zh/docs/editors', question: '怎样撤回一次发布？', source: /\/zh\/docs\/(editors|operating)/, next: '下一篇' },
]

describe('the documentation as a site', () => {
  const folder = temporaryFolder()
  let stack: Stack
  let browser: Browser
  let pages: string[]

  before(async () => {
    const site = copySite('docs/site', folder)
    execFileSync(process.execPath, [join(root, 'docs/site/scripts/documents.mjs'), site])
    // Types, definition, words, and `generator check`, which names broken links.
    portico(join(site, 'frontend'), 'check')
    const [content, locales, frontend] = ['content', 'locales', 'frontend'].map((name) => join(site, name)) as [string, string, string]
    stack = await startStack({ folder: join(folder, 'run'), sources: { content, locales, frontend } })
    browser = await launch()
    pages = await publicPages(stack.url)
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('has each document as a page in each language, with the version', async () => {
    const folders = ['docs', 'docs/reference', 'docs/decisions']
    const files = folders.flatMap((name) => readdirSync(join(root, name)).filter((file) => /^[^.]+\.md$/.test(file)))
    const ofLanguage = (prefix: string) => pages.filter((path) => path.startsWith(`${prefix}/docs/`))
    for (const { prefix } of LANGUAGES) {
      // And README, ARCHITECTURE, CONTRIBUTING and CHANGELOG.
      assert.equal(ofLanguage(prefix).length, files.length + 4)
      for (const file of files) assert.ok(ofLanguage(prefix).some((path) => path.endsWith(basename(file, '.md'))), `${file} at ${prefix}`)
    }
    const version = execFileSync(join(process.env['PORTICO_BINARIES'] ?? join(root, 'target/debug'), 'generator'), ['--version'], { encoding: 'utf8' })
    const html = await (await fetch(`${stack.url}/`)).text()
    assert.ok(html.includes(/\d+\.\d+\.\d+/.exec(version)?.[0] ?? 'no version'))
  })

  test('shows a document that has no Chinese version in English, with a note', async () => {
    const html = async (path: string) => (await fetch(stack.url + path)).text()
    assert.match(await html('/zh/docs/benchmarks'), /本页还没有中文版本，以下为原文。/)
    assert.doesNotMatch(await html('/zh/docs/editors'), /本页还没有中文版本/)
    assert.match(await html('/zh/docs/editors'), /给编辑：从改一个字到上线，再到撤回<\/h1>/)
  })

  test('leads from no link to a place that does not exist', async () => {
    const texts = new Map<string, string>()
    const read = async (path: string) => {
      const known = texts.get(path)
      if (known !== undefined) return known
      const response = await fetch(stack.url + path)
      const text = response.ok ? await response.text() : ''
      texts.set(path, text)
      return text
    }
    const broken: string[] = []
    for (const page of pages.filter((path) => path.includes('/docs/'))) {
      const html = await read(page)
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]*)"/g)) {
        if (!/^[/#]/.test(href)) continue
        const { pathname, hash } = new URL(href.replaceAll('&amp;', '&'), stack.url + page)
        const target = await read(pathname)
        const id = decodeURIComponent(hash.slice(1))
        if (target === '' || (id !== '' && !target.includes(`id="${id}"`))) broken.push(`${page}: ${href}`)
      }
    }
    assert.deepEqual([...new Set(broken)], [])
  })

  test('passes the checks of every site', async () => {
    const settings = readSettings(join(root, 'docs/site/tests/pages.json'))
    const results = await checkPages(stack, { browser, settings, all: false })
    assert.deepEqual(results.flatMap(({ findings }) => findings), [])
  })

  for (const { prefix, locale, word, found, question, source, next } of LANGUAGES) {
    test(`is searched, asked and leafed through in ${locale}`, async () => {
      await until(async () => (await fetch(`${stack.url}/api/search?q=x`)).ok)
      const { page, problems, close } = await open(browser, { locale })
      await page.goto(`${stack.url}${prefix}/search?q=${encodeURIComponent(word)}`)
      await page.locator(`main a[href^="${found}"]`).first().click()
      await page.locator('article h1').waitFor()
      await page.getByRole('link', { name: next }).click()
      await page.waitForURL((url) => !url.pathname.startsWith(found))
      await page.goto(`${stack.url}${prefix}/chat`)
      await hydrated(page)
      await page.locator('main textarea').fill(question)
      await page.locator('main textarea').press('Enter')
      const sources = page.locator('main a[href*="/docs/"]')
      await sources.first().waitFor()
      assert.match((await sources.first().getAttribute('href')) ?? '', source)
      assert.deepEqual(problems, [])
      await close()
    })
  }
})
