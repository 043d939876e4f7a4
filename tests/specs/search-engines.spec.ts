// Sitemaps, checked against their schema and read by a parser, and the structured data of pages,
// read by a processor of JSON-LD.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { before, describe, test } from 'node:test'
import jsonld from 'jsonld'
import { parseSitemap, parseSitemapIndex, type SitemapItem } from 'sitemap'
import { useSite } from '../fixtures/site.ts'
import { publicPages, root, temporaryFolder } from '../fixtures/stack.ts'

/** An object of expanded JSON-LD: property or keyword → values. */
type Node = Record<string, { '@value'?: unknown }[]> & { '@type'?: string[] }

describe('a search engine', () => {
  const site = useSite()
  const headers = { 'sec-fetch-site': 'same-origin' }
  const text = async (path: string) => (await fetch(site.stack.url + path, { headers })).text()
  /** Where the site will be, for those who read its addresses. */
  let origin = ''
  /** Sitemap → its text. */
  const sitemaps = new Map<string, string>()
  const items: SitemapItem[] = []

  before(async () => {
    const index = await parseSitemapIndex(Readable.from([await text('/sitemap.xml')]))
    for (const { url } of index) {
      const { pathname } = new URL(url)
      const xml = await text(pathname)
      sitemaps.set(pathname, xml)
      items.push(...(await parseSitemap(Readable.from([xml]))))
    }
    origin = new URL(index[0]?.url ?? '').origin
  })

  describe('a sitemap', () => {
    test('is right by its schema', (t) => {
      const folder = temporaryFolder()
      t.after(() => rmSync(folder, { recursive: true }))
      for (const name of ['image', 'link'])
        copyFileSync(join(root, `tests/schemas/sitemap-${name}.xsd`), join(folder, `sitemap-${name}.xsd`))
      const schema = readFileSync(join(root, 'tests/schemas/sitemap-page.xsd'), 'utf8')
      writeFileSync(
        join(folder, 'page.xsd'),
        schema.replace('"SITEMAP"', `"${join(root, 'tests/node_modules/sitemap/schema/sitemap.xsd')}"`),
      )
      const validate = (xml: string) =>
        execFileSync('xmllint', ['--nonet', '--noout', '--schema', join(folder, 'page.xsd'), '-'], { input: xml, stdio: 'pipe' })
      assert.ok(sitemaps.size >= 10, `${sitemaps.size} sitemaps`)
      for (const xml of sitemaps.values()) validate(xml)
      const [xml = ''] = sitemaps.values()
      assert.throws(() => validate(xml.replace('<priority>', '<rank>1</rank><priority>')), /rank/)
    })

    test('names each page that search engines may have, once', async () => {
      const isWanted = async (path: string) => {
        const { head, payload } = JSON.parse(await text(`${path === '/' ? '' : path}/_payload.json`)) as {
          head: { noindex?: boolean }
          payload: { contentLocale?: string }
        }
        return head.noindex !== true && payload.contentLocale === undefined
      }
      const pages = await publicPages(site.stack.url)
      const wanted = await Promise.all(pages.map(async (path) => ((await isWanted(path)) ? [path] : [])))
      assert.deepEqual(items.map(({ url }) => decodeURI(new URL(url).pathname)).toSorted(), wanted.flat().toSorted())
    })

    test('has the days on which articles were published', () => {
      const article = items.find(({ url }) => new URL(url).pathname.startsWith('/news/') && !url.includes('/page/'))
      assert.match(article?.lastmod ?? '', /^\d{4}-\d{2}-\d{2}/)
    })
  })

  describe('structured data', () => {
    const contextOfSchemaOrg = {
      '@context': {
        '@vocab': 'https://schema.org/',
        url: { '@type': '@id' },
        item: { '@type': '@id' },
      },
    }
    const documentLoader = async (url: string) => {
      assert.equal(url, 'https://schema.org')
      return { document: contextOfSchemaOrg, documentUrl: url }
    }
    const nodesOf = async (page: string) => {
      const found = [...(await text(page)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
      const expanded = await Promise.all(
        found.map(([, json = '']) =>
          jsonld.expand(JSON.parse(json), {
            documentLoader,
            safe: true,
          } as jsonld.Options.Expand),
        ),
      )
      return expanded.flat() as unknown as Node[]
    }

    test('of each page is understood, and leads from the first page to it', async () => {
      const addresses = new Set<string>()
      for (const { url } of items) {
        const { pathname } = new URL(url)
        const nodes = await nodesOf(pathname)
        for (const node of nodes) assert.ok((node['@type']?.length ?? 0) > 0, pathname)
        const trail = nodes.find((node) => node['@type']?.includes('https://schema.org/BreadcrumbList'))
        const isFirst = ['/', '/en'].includes(pathname)
        assert.equal(trail === undefined, isFirst, pathname)
        const steps = (trail?.['https://schema.org/itemListElement'] ?? []) as unknown as Node[]
        const ids = steps.map((step) => String((step['https://schema.org/item']?.[0] as { '@id'?: string } | undefined)?.['@id']))
        if (!isFirst)
          assert.deepEqual([new URL(ids[0] ?? '').pathname, ids.at(-1)], [pathname.startsWith('/en/') ? '/en' : '/', url])
        for (const id of ids) addresses.add(id)
      }
      for (const address of addresses) {
        assert.ok(address.startsWith(origin), address)
        assert.equal((await fetch(site.stack.url + new URL(address).pathname)).status, 200, address)
      }
    })

    test('of an article has its section between the first page and itself, and the names that readers ask for', async () => {
      const article = items.find(({ url }) => new URL(url).pathname.startsWith('/en/news/') && !url.includes('/page/'))
      const nodes = await nodesOf(new URL(article?.url ?? '').pathname)
      const value = (node: Node | undefined, name: string) => node?.[`https://schema.org/${name}`]?.[0]?.['@value']
      const trail = nodes.find((node) => node['@type']?.includes('https://schema.org/BreadcrumbList'))
      const steps = (trail?.['https://schema.org/itemListElement'] ?? []) as unknown as Node[]
      assert.deepEqual(
        steps.slice(0, 2).map((step) => value(step, 'name')),
        ['Tidewater Capital', 'News'],
      )
      const own = nodes.find((node) => node['@type']?.includes('https://schema.org/NewsArticle'))
      for (const name of ['headline', 'description', 'datePublished', 'dateModified', 'inLanguage'])
        assert.ok(value(own, name), name)
      for (const name of ['author', 'publisher']) assert.ok(own?.[`https://schema.org/${name}`], name)
    })
  })
})
