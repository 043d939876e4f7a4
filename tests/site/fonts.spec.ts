// Headlines are set in the site's own faces, whole, and the faces do not reveal the texts of
// members.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { open } from '../kit/browser.ts'
import { Member } from '../kit/member.ts'
import { publicPages } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'
import { useSitePages } from '../pages/site-pages.ts'

describe('web fonts', () => {
  const site = useSitePages()

  test('set every headline and figure of every public page, with no character from another font', async () => {
    const options = { reducedMotion: 'reduce', extraHTTPHeaders: { 'accept-language': 'zh-CN' } } as const
    const tabs = [await open(site.browser, options), await open(site.browser, options)]
    const origins = new Set<string>()
    const pages = await publicPages(site.stack.url)
    const counts = await Promise.all(
      tabs.map(async ({ page }, lane) => {
        page.on('request', (request) => origins.add(new URL(request.url()).origin))
        const session = await page.context().newCDPSession(page)
        let characters = 0
        for (const path of pages.filter((_, index) => index % tabs.length === lane)) {
          await page.goto(site.stack.url + path)
          await dressed(page)
          characters += await checkSerif(page, session, path)
        }
        // A page that is ready without a font has not loaded it: the browser's own word on the
        // largest headline.
        await page.goto(site.stack.url)
        await dressed(page)
        assert.ok(await page.evaluate(() => document.fonts.check('500 40px "Noto Serif SC"', '潮生')))
        return characters
      }),
    )
    assert.ok(counts.reduce((sum, count) => sum + count) > 5000, `${counts} characters were looked at`)
    assert.deepEqual([...origins], [site.stack.url])
    const problems = tabs.flatMap((tab) => tab.problems)
    assert.deepEqual(problems, [], 'a font that the browser refuses is a warning on its console')
    for (const { close } of tabs) await close()
  })

  test('set the letters to members, whole, emphasis in a face of its own', async () => {
    for (const subject of site.documents.filter(({ route }) => route === 'product')) {
      await site.tabs.on(subject, async (page) => {
        const session = await page.context().newCDPSession(page)
        const families = await page.evaluate(() => {
          const texts = document.createTreeWalker(document.querySelector('main article') as Element, NodeFilter.SHOW_TEXT)
          const found = new Set<string>()
          while (texts.nextNode()) found.add(getComputedStyle(texts.currentNode.parentElement as Element).fontFamily.split(',')[0] ?? '')
          return [...found]
        })
        assert.deepEqual(families, [subject.locale === 'en' ? '"Newsreader First"' : '"Noto Serif SC First"'])
        const characters = await checkSerif(page, session, subject.path)
        assert.ok(characters > (subject.locale === 'en' ? 60 : 300), `${characters} characters were looked at`)
        const italics = await page.evaluate(() => [...document.fonts].filter(({ style, status }) => style === 'italic' && status === 'loaded').length)
        assert.equal(italics, subject.locale === 'en' ? 1 : 0)
        await session.detach()
      })
    }
  })

  // R6.02
  test('show a member the words of the letters, and nobody else', async () => {
    const [rare, body] = ['龘', '靐']
    await site.stack.edit('letters/2026-q3/zh-CN.md', (text) => `${text.replace(/^title: .*$/m, `$&${rare}`)}\n\n${body}\n`)
    const codes = [rare, body].map((character) => character.codePointAt(0)?.toString(16).toUpperCase() ?? '')
    const member = new Member(site.stack.url)
    await member.signIn('reader@example.com', () => site.stack.mailedCode('reader@example.com'))
    let guarded = ''
    await until(async () => {
      const sheet = await member.get('/fonts-guarded.css')
      assert.match(sheet.headers.get('cache-control') ?? '', /private, no-store/)
      guarded = await sheet.text()
      return codes.every((code) => guarded.includes(code))
    })
    assert.equal((await fetch(`${site.stack.url}/fonts-guarded.css`)).status, 401)
    const css = await (await fetch(`${site.stack.url}/fonts.css`)).text()
    assert.match(css, /unicode-range/)
    assert.ok(!codes.some((code) => css.includes(code)))
    const slices = [...guarded.matchAll(/url\(([^)]+)\)/g)].map(([, path]) => path ?? '')
    for (const path of slices) assert.equal((await fetch(site.stack.url + path)).status, 401, path)
    const assets = readdirSync(join(site.stack.builds, 'assets/fonts'))
    assert.deepEqual(slices.filter((path) => assets.includes(path.split('/').at(-1) ?? '')), [])
  })

  test('are cut anew only where a new character falls', async () => {
    const slices = async () => [...(await (await fetch(`${site.stack.url}/fonts.css`)).text()).matchAll(/url\(([^)]+)\)/g)].map(([, path]) => path)
    const before = await slices()
    await site.stack.edit('news/handeye-94/zh-CN.md', (text) => text.replace(/^title: .*$/m, '$&鱻'))
    let after = before
    await until(async () => {
      after = await slices()
      return after.join() !== before.join()
    })
    assert.equal(after.filter((path) => !before.includes(path)).length, 1)
    const old = before.find((path) => !after.includes(path))
    const answer = await fetch(site.stack.url + old)
    assert.equal(answer.status, 200, 'tabs that are open still find the old slice')
    assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
  })
})

/** The style sheets, which come after the first paint, are loaded, and with them the fonts. */
async function dressed(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.endsWith('/fonts.css')))
  await page.evaluate(() => {
    document.body.getBoundingClientRect()
    return document.fonts.ready
  })
}

/**
 * The headline, and every character that is set in the serif anywhere on the page, come from web
 * fonts; returns the number of characters.
 */
async function checkSerif(page: Page, session: CDPSession, path: string): Promise<number> {
  const characters = await page.evaluate(async () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const set = new Set<string>()
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement
      if (element === null || !/^"(Noto Serif SC|Newsreader)/.test(getComputedStyle(element).fontFamily)) continue
      for (const character of texts.currentNode.textContent ?? '') set.add(character)
    }
    // One element that shows each of them once is asked about in one call.
    const probe = document.body.appendChild(document.createElement('p'))
    probe.id = 'probe'
    probe.style.fontFamily = 'var(--serif)'
    probe.textContent = [...set].join('')
    probe.getBoundingClientRect()
    await document.fonts.ready
    return probe.textContent
  })
  for (const domain of ['DOM', 'CSS'] as const) await session.send(`${domain}.enable`)
  const { root } = await session.send('DOM.getDocument', { depth: 0 })
  for (const selector of ['h1', '#probe']) {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    const foreign = fonts.filter((font) => !font.isCustomFont)
    assert.deepEqual(foreign, [], `${path}, ${selector}: ${characters}`)
  }
  return characters.length
}
