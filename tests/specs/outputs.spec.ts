// Files for machines: feeds, as the gateway serves them and a reader’s parser reads them, and files
// at the root of the site.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parseFeed } from '@rowanmanning/feed-parser'
import { useSite } from '../fixtures/site.ts'
import { publicPages, root } from '../fixtures/stack.ts'

/** A feed as a reader has it; throws if it is no XML, which many readers would mend. */
function read(xml: string) {
  execFileSync(join(root, 'tests/.venv/bin/python'), ['-c', 'import sys, xml.dom.minidom as dom; dom.parse(sys.stdin.buffer)'], { input: xml })
  return parseFeed(xml).toJSON()
}

describe('a feed', () => {
  const site = useSite()
  const get = (path: string) => fetch(site.stack.url + path, { headers: { 'sec-fetch-site': 'same-origin' } })
  const text = async (path: string) => (await get(path)).text()

  for (const [language, prefix, title] of [
    ['zh-CN', '', '新闻 · 潮生资本'],
    ['en', '/en', 'News · Tidewater Capital'],
  ] as const) {
    test(`in ${language} is found from each page, and a reader’s parser finds no fault in it`, async () => {
      const href = `${prefix}/feeds/news.xml`
      const link = `<link rel="alternate" type="application/atom+xml" href="${href}">`
      for (const page of [`${prefix}/news`, `${prefix}/about`]) assert.ok((await text(page)).includes(link), page)
      const answer = await get(href)
      assert.equal(answer.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
      const feed = read(await answer.text())
      assert.deepEqual([feed.meta, feed.title, feed.language], [{ type: 'atom', version: '1.0' }, title, language])
      const pages = await publicPages(site.stack.url)
      const articles = pages.filter((page) => page.startsWith(`${prefix}/news/`) && !page.includes('/page/'))
      const isOwn = async (page: string) => !('contentLocale' in (JSON.parse(await text(`${page}/_payload.json`)) as { payload: object }).payload)
      const own = (await Promise.all(articles.map(isOwn))).filter(Boolean)
      assert.ok(own.length > 10 && own.length < articles.length, 'a page in the words of another language is in no feed')
      assert.equal(feed.items.length, Math.min(own.length, 20))
      const days = feed.items.map(({ published }) => String(published))
      assert.deepEqual(days, days.toSorted().reverse())
    })

    test(`in ${language} has the words of the pages, and addresses that lead somewhere from elsewhere`, async () => {
      const feed = read(await text(`${prefix}/feeds/news.xml`))
      const addresses = new Set<string>()
      for (const { id, title, description, content, authors } of feed.items) {
        const { pathname } = new URL(id ?? '')
        const page = await text(pathname)
        assert.ok(page.includes(title ?? '-') && page.includes(authors[0]?.name ?? '-'), pathname)
        assert.ok((description ?? '').length > 0, pathname)
        for (const [, address = ''] of (content ?? '').matchAll(/(?:href|src)="([^"]*)"/g)) addresses.add(address)
      }
      assert.ok(addresses.size >= 10, `${addresses.size} addresses`)
      const { origin } = new URL(feed.items[0]?.id ?? '')
      for (const address of addresses) {
        const url = new URL(address)
        if (url.origin === origin) assert.equal((await get(url.pathname)).status, 200, address)
      }
    })
  }
})

describe('a file at the root of the site', () => {
  const site = useSite()

  for (const [path, type, begins] of [
    ['/favicon.ico', 'image/x-icon', '\0\0\x01\0'],
    ['/apple-touch-icon.png', 'image/png', '\x89PNG'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8', 'Contact: mailto:'],
  ] as const) {
    test(`${path} is served as it is in the content`, async () => {
      const answer = await fetch(site.stack.url + path)
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, type])
      assert.ok(Buffer.from(await answer.arrayBuffer()).toString('latin1').startsWith(begins))
    })
  }
})
