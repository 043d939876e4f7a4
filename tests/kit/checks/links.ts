// Where the links of pages lead: each address inside the site answers, and each part of a page that
// a link names is there.

import type { Page } from 'playwright-core'
import { inParallel } from '../pages/parallel.ts'

/** The links of a page, and the ids that links may name. */
export type PageLinks = { path: string; links: Link[]; ids: string[] }

type Link = { text: string; href: string; url: string }

/** Statuses of answers that a visitor reads, or is led on by. */
const READABLE = 400

/** Collects the links of a page. */
export async function linksOf(page: Page, path: string): Promise<PageLinks> {
  const found = await page.evaluate(() => ({
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href], area[href]')].map((link) => ({
      text: (link.innerText || link.getAttribute('aria-label') || '').trim().replaceAll(/\s+/g, ' ').slice(0, 60),
      href: link.getAttribute('href') ?? '',
      url: link.href,
    })),
    ids: [...document.querySelectorAll('[id], a[name]')].map((element) => element.id || (element.getAttribute('name') ?? '')),
  }))
  return { path, ...found }
}

/** One line per fault of a site that runs at `url`. */
export async function linkFaults(pages: PageLinks[], url: string): Promise<string[]> {
  const origins = [url, ...(await publicOrigins(url))]
  const ids = new Map(pages.map(({ path, ids }) => [path, new Set(ids)]))
  const statuses = await statusesOf(pages.flatMap(({ links }) => links.flatMap((link) => insideOf(link, url, origins) ?? [])))
  return pages.flatMap(({ path, links }) =>
    links.flatMap((link) => {
      const fault = faultOf(link, path, insideOf(link, url, origins), statuses, ids)
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

function faultOf({ url }: Link, from: string, inside: URL | undefined, statuses: Map<string, number>, ids: Map<string, Set<string>>): string | undefined {
  if (!URL.canParse(url)) return 'which is no address'
  const { protocol, pathname } = new URL(url)
  if (protocol === 'javascript:') return 'which is a script; use a button'
  if (['mailto:', 'tel:'].includes(protocol) && pathname === '') return 'which names no one'
  if (inside === undefined) return undefined
  const status = statuses.get(addressOf(inside)) ?? 0
  // An error document links to the address that failed.
  if (status >= READABLE && inside.pathname !== from) return `which answers ${status}`
  const named = decodeURIComponent(inside.hash.slice(1))
  const there = ids.get(inside.pathname)
  if (named === '' || named === 'top' || there === undefined || there.has(named) || named.startsWith(':~:')) return undefined
  return `but that page has no part called \`${named}\``
}

/** The status of each address. */
async function statusesOf(targets: URL[]): Promise<Map<string, number>> {
  const addresses = [...new Set(targets.map(addressOf))]
  const statuses = await inParallel(addresses, async (address) => {
    const answer = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html,*/*' } })
    await answer.body?.cancel()
    return answer.status
  })
  return new Map(addresses.map((address, index) => [address, statuses[index] ?? 0]))
}

const addressOf = ({ origin, pathname, search }: URL) => origin + pathname + search
