// `portico dev` of a new site: each kind of edit shows in an open tab without a build of the
// frontend, errors are shown with their place, and no process is left behind.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launch } from '../kit/browser.ts'
import { newSite } from '../fixtures/new-site.ts'
import { commandOf, processTree, stillRunning } from '../fixtures/processes.ts'
import { binaries, type Sources, temporaryFolder } from '../fixtures/stack.ts'
import { type Running, start } from '../kit/process.ts'
import { eventually, until } from '../kit/until.ts'

describe('a site of one’s own in development', { timeout: 280_000 }, () => {
  const folder = temporaryFolder()
  let site: Sources
  let running: Running
  let url: string
  let browser: Browser
  let page: Page
  let built: number

  const edit = (file: string, from: string | RegExp, to: string) => {
    const path = join(folder, 'site', file)
    const text = readFileSync(path, 'utf8')
    const edited = text.replace(from, to)
    assert.notEqual(edited, text, `${file} has ${from}`)
    writeFileSync(path, edited)
  }
  const about = 'frontend/site/routes/about.tsx'
  const shows = (text: string) => page.getByText(text).first().waitFor({ timeout: 30_000 })
  const overlay = (text: string) => page.locator('vite-error-overlay').getByText(text).first().waitFor({ timeout: 60_000 })
  /** Opens a page, although the tab may be reloaded at this moment, after a publication. */
  const visit = (path: string) =>
    until(async () => {
      await page.goto(url + path).catch(() => {})
      return page.url() === url + path
    })
  /** The command in the site's folder, where `scripts/run` starts it. */
  const portico = (variables: Record<string, string> = {}) =>
    start(
      join(site.frontend, 'node_modules/.bin/node'),
      [join(site.frontend, 'portico/bin/portico.mjs'), 'dev', '--port', '0'],
      { PORTICO_BINARIES: binaries, ...variables },
      join(folder, 'site'),
    )
  const startDevelopment = async () => {
    running = portico()
    url = (await running.until(/^Listening at (\S+)/m))[1] as string
  }
  const buildTime = () => statSync(join(site.frontend, 'dist/server/worker.mjs')).mtimeMs

  before(async () => {
    site = newSite(join(folder, 'site'), '--name', 'Plain', '--languages', 'en,ja', '--plain')
    built = buildTime()
    await startDevelopment()
    assert.equal((await fetch(`${url}/about`)).status, 200, 'the first page is there')
    browser = await launch()
    page = await browser.newPage()
    await page.goto(`${url}/about`)
    await page.locator('html[data-hydrated]').waitFor({ timeout: 60_000 })
  })
  after(async () => {
    await browser?.close()
    running?.child.kill('SIGTERM')
    await running?.ended
    rmSync(folder, { recursive: true, force: true })
  })

  test('shows an edit of a component, a style, a text, a word and a query in the open tab', async () => {
    edit(about, '<PageHead', '<p>A new component</p><PageHead')
    await shows('A new component')
    writeFileSync(join(site.frontend, 'site/styles/theme.css'), 'body { letter-spacing: 3px }\n')
    await page.waitForFunction("document.body && getComputedStyle(document.body).letterSpacing === '3px'")
    edit('content/pages/about/en.md', 'A workshop of nine', 'Fresh words')
    await shows('Fresh words')
    edit('locales/en/site.po', /(msgid "About"\nmsgstr )"[^"]*"/, '$1"All about it"')
    await shows('All about it')
    edit('frontend/site/queries.ts', "page('about', 'lead', 'body')", "page('about', 'lead', 'body', 'summary')")
    edit(about, 'A new component', '{page.summary}')
    await shows('Who is behind Plain')
  })

  test('shows a new route', async () => {
    mkdirSync(join(site.content, 'pages/visit'))
    for (const language of ['en', 'ja']) {
      const text = readFileSync(join(site.content, `pages/about/${language}.md`))
      writeFileSync(join(site.content, `pages/visit/${language}.md`), text)
    }
    writeFileSync(
      join(site.frontend, 'site/routes/visit.tsx'),
      'export default function Page() {\n  return <h1>Visit us</h1>\n}\n',
    )
    edit('frontend/site/queries.ts', '  about:', "  visit: { page: page('visit', 'lead', 'body') },\n  about:")
    edit('frontend/site/metadata.ts', '  about:', '  visit: page(8),\n  about:')
    edit('frontend/site/routes.ts', "  { id: 'about'", "  { id: 'visit', path: '/visit', layout: 'site' },\n  { id: 'about'")
    const offset = running.output().length
    await running.until(/^ +new +\S+\/visit$/m, offset)
    // The gateway reads the build soon after it is published.
    await until(async () => (await fetch(`${url}/visit`)).ok)
    await visit('/visit')
    await shows('Visit us')
    await visit('/about')
    await shows('How it began')
  })

  test('shows wrong types with their place', async () => {
    const offset = running.output().length
    edit(about, 'export default', "export const wrong: number = 'one'\nexport default")
    await overlay('TS2322')
    await overlay('routes/about.tsx:9:14')
    await running.until(/^error: frontend\/site\/routes\/about\.tsx:9:14: TS2322/m, offset)
    edit(about, "export const wrong: number = 'one'\n", '')
    await page.locator('vite-error-overlay').waitFor({ state: 'detached', timeout: 60_000 })
    await page.locator('html[data-hydrated]').waitFor({ timeout: 60_000 })
  })

  test('shows an error of a page with its place in the source, once, and follows its mending', async () => {
    const offset = running.output().length
    const failure = "  if (page !== undefined) throw new Error('boom here')\n  return ("
    edit(about, '  return (', failure)
    await running.until(/^error: frontend\/site\/routes\/about\.tsx:11:33: .*boom here/m, offset)
    await overlay('boom here')
    assert.equal(
      running
        .output()
        .slice(offset)
        .match(/boom here/g)?.length,
      1,
    )
    edit(about, failure, '  return (')
    await page.locator('vite-error-overlay').waitFor({ state: 'detached', timeout: 60_000 })
    await shows('How it began')
  })

  test('builds no frontend, and publishes no page', () => {
    assert.equal(buildTime(), built)
    assert.equal(existsSync(join(folder, 'site/builds')), false)
  })

  test('ends with the reason if the development server does not start', async () => {
    const failing = portico({ VITE_CONFIG: '{' })
    assert.equal(await failing.ended, 1)
    assert.match(failing.output(), /error: the development server does not start: .*; the log is var\/dev\/server\.log/)
  })

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    test(`leaves no process behind when ${signal} stops it`, async () => {
      if (running.child.exitCode !== null) await startDevelopment()
      const tree = processTree(running.child.pid as number)
      assert.ok(tree.length > 3, tree.map(commandOf).join('\n'))
      running.child.kill(signal)
      const code = await running.ended
      if (signal === 'SIGTERM') assert.equal(code, 0)
      await eventually(() => assert.deepEqual(stillRunning(tree).map(commandOf), []), 5)
    })
  }
})
