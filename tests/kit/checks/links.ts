// Where the links of pages lead: each address inside the site answers, and each part of a page that
// a link names is there.

import type { Page } from 'playwright-core'
import type { Document } from '../pages/documents.ts'
import { inParallel } from '../pages/parallel.ts'

/** The links of a page, the ids that links may name, and the cookies of its readers. */
export type PageLinks = { path: string; links: Link[]; ids: string[]; cookie: string }

type Link = { text: string; href: string; url: string }

/** Statuses of answers that a visitor reads, or is led on by. */
const READABLE = 400

/** Collects the links of a page. Those of a page for members are followed with its session. */
export async function linksOf(page: Page, { path, access }: Pick<Document, 'path' | 'access'>): Promise<PageLinks> {
  const found = await page.evaluate(() => ({
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href], area[href]')].map((link) => ({
      text: (link.innerText || link.getAttribute('aria-label') || '').trim().replaceAll(/\s+/g, ' ').slice(0, 60),
      href: link.getAttribute('href') ?? '',
      url: link.href,
    })),
    ids: [...document.querySelectorAll('[id], a[name]')].map((element) => element.id || (element.getAttribute('name') ?? '')),
  }))
  const cookies = access === 'guarded' ? await page.context().cookies() : []
  return { path, ...found, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}

/** One line per fault of a site that runs at `url`. */
export async function linkFaults(pages: PageLinks[], url: string): Promise<string[]> {
  const origins = [url, ...(await publicOrigins(url))]
  const ids = new Map(pages.map(({ path, ids }) => [path, new Set(ids)]))
  const followed = pages.flatMap(({ links, cookie }) =>
    links.flatMap((link) => {
      const inside = insideOf(link, url, origins)
      return inside === undefined ? [] : [{ address: addressOf(inside), cookie }]
    }),
  )
  const statuses = await statusesOf(followed)
  return pages.flatMap(({ path, links, cookie }) =>
    links.flatMap((link) => {
      const inside = insideOf(link, url, origins)
      const status = inside === undefined ? undefined : statuses.get(keyOf({ address: addressOf(inside), cookie }))
      const fault = faultOf(link, path, inside, status ?? 0, ids)
      return fault === undefined ? [] : [`${path}: links: “${link.text}” leads to \`${link.href}\`, ${fault}`]
    }),
  )
}

/** The addresses at which the site is public, as its sitemap has them. */
async function publicOrigins(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...new Set([...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).origin))]
}

/** The address on this machine of a link into the site; undefined of another. */
function insideOf({ url: target }: Link, url: string, origins: string[]): URL | undefined {
  if (!URL.canParse(target)) return undefined
  const { origin, pathname, search, hash } = new URL(target)
  return origins.includes(origin) ? new URL(pathname + search + hash, url) : undefined
}

function faultOf({ url }: Link, from: string, inside: URL | undefined, status: number, ids: Map<string, Set<string>>): string | undefined {
  if (!URL.canParse(url)) return 'which is no address'
  const { protocol, pathname } = new URL(url)
  if (protocol === 'javascript:') return 'which is a script; use a button'
  if (['mailto:', 'tel:'].includes(protocol) && pathname === '') return 'which names no one'
  if (inside === undefined) return undefined
  // An error document links to the address that failed.
  if (status >= READABLE && inside.pathname !== from) return `which answers ${status}`
  const named = decodeURIComponent(inside.hash.slice(1))
  const there = ids.get(inside.pathname)
  if (named === '' || named === 'top' || there === undefined || there.has(named) || named.startsWith(':~:')) return undefined
  return `but that page has no part called \`${named}\``
}

/** An address, and the cookies with which it is followed. */
type Followed = { address: string; cookie: string }

/** The status of each address, by its key. */
async function statusesOf(all: Followed[]): Promise<Map<string, number>> {
  const followed = [...new Map(all.map((one) => [keyOf(one), one])).values()]
  const statuses = await inParallel(followed, async ({ address, cookie }) => {
    const answer = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html,*/*', cookie } })
    await answer.body?.cancel()
    return answer.status
  })
  return new Map(followed.map((one, index) => [keyOf(one), statuses[index] ?? 0]))
}

const keyOf = ({ address, cookie }: Followed) => `${address} ${cookie}`

const addressOf = ({ origin, pathname, search }: URL) => origin + pathname + search
