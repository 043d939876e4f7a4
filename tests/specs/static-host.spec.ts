// The sample site on a host that only has files: exported, served by nginx, and searched by the
// browser itself (R2.12).

import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launch, open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { type StaticHost, startStaticHost } from '../fixtures/nginx.ts'
import { generatorOptions, root, run, temporaryFolder } from '../fixtures/stack.ts'

/** Builds the sample site with another setting of the search, and exports it. */
async function exported(folder: string, search: string): Promise<string> {
  const content = join(folder, 'content')
  cpSync(join(root, 'content'), content, { recursive: true })
  const file = join(content, 'site.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('  runtime:\n', `  runtime:\n    search: ${search}\n`))
  mkdirSync(join(folder, 'builds'))
  const site = join(folder, 'public')
  await done(['build', ...generatorOptions(folder, content, 'embedded'), '--sidecars', 'never'])
  await done(['export', '--builds', join(folder, 'builds'), site])
  return site
}

async function done(command: string[]): Promise<void> {
  const generator = run('generator', command)
  assert.equal(await generator.ended, 0, generator.output())
}

describe('a site without an origin, whose visitors search by themselves', () => {
  const folder = temporaryFolder()
  let host: StaticHost
  let browser: Browser

  before(async () => {
    host = await startStaticHost(await exported(folder, 'browser'), join(folder, 'nginx'))
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await host?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const { locale, path, slip, word } of [
    { locale: 'zh-CN', path: '/', slip: '半导题', word: '半导体' },
    { locale: 'en', path: '/en', slip: 'semicondutor', word: 'semiconductor' },
  ]) {
    test(`finds by the box, from a file that is fetched with the first question, in ${locale}`, async () => {
      const { page, problems, close } = await open(browser, { locale })
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(host.url + path)
      await hydrated(page)
      await page.keyboard.press('/')
      const field = page.locator('[role=dialog] input[name=q]')
      await field.waitFor()
      const file = `/search/${locale}.json`
      assert.ok(!asked.includes(file))
      await field.fill(word)
      await page.locator('[role=dialog] mark').first().waitFor()
      assert.equal(asked.filter((path) => path === file).length, 1)
      assert.ok(!asked.includes('/api/search'))
      await field.fill('')
      const hits = page.locator('[role=dialog] h3 a')
      await hits.first().waitFor({ state: 'detached' })
      await field.fill(slip)
      await hits.first().click()
      await page.waitForURL((url) => url.pathname !== path)
      assert.match((await page.locator('main').textContent()) ?? '', new RegExp(word, 'i'))
      assert.deepEqual(problems, [])
      await close()
    })

    test(`has a results page for each question, in ${locale}`, async () => {
      const { page, problems, close } = await open(browser, { locale })
      await page.goto(`${host.url}${path === '/' ? '' : path}/search?q=${encodeURIComponent(word)}`)
      await page.locator('main h3 a').first().waitFor()
      assert.equal(await page.locator('main input[name=q]').inputValue(), word)
      await page.locator('main ul a[href*="kind=news"]').click()
      await page.locator('main ul a[aria-current][href*="kind=news"]').waitFor()
      assert.deepEqual(problems, [])
      await close()
    })
  }

  test('hands out no page for members, and no text of one', async () => {
    assert.ok(!existsSync(join(folder, 'public/product')))
    const members = readFileSync(join(root, 'content/pages/product/en.md'), 'utf8')
    const [summary] = /^summary: (.*)$/m.exec(members)?.slice(1) ?? []
    assert.ok(summary !== undefined)
    assert.ok(!readFileSync(join(folder, 'public/search/en.json'), 'utf8').includes(summary))
  })
})

test('a site without a search has neither a button nor files for it', async () => {
  const folder = temporaryFolder()
  const site = await exported(folder, 'none')
  const home = readFileSync(join(site, 'en/index.html'), 'utf8')
  assert.ok(!home.includes('href="/en/search"'))
  assert.ok(!existsSync(join(site, 'search/en.json')))
  rmSync(folder, { recursive: true, force: true })
})
