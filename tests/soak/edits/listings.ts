// Sitemaps and feeds of a build, held against the model of the content.

import type { Build } from './builds.ts'
import type { Contents } from './contents.ts'
import { LANGUAGES, type Language, type Site, lastChange, prefixOf } from './site.ts'

/** Entries of a feed at most. */
const NEWEST = 20

/** The faults of the build's sitemaps and feeds. */
export function listingFaults(build: Build, contents: Contents, site: Site): string[] {
  return [...sitemapFaults(build, contents, site), ...LANGUAGES.flatMap((language) => feedFaults(build, site, language))]
}

function sitemapFaults(build: Build, contents: Contents, site: Site): string[] {
  const listed = new Map<string, string>()
  const xml = (path: string) => String(build.bytes(path) ?? '')
  const twice: string[] = []
  for (const [, file = ''] of xml('/sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)) {
    for (const [, one = ''] of xml(pathOf(site, file)).matchAll(/<url>(.*?)<\/url>/g)) {
      const path = pathOf(site, textOf(one, 'loc'))
      if (listed.has(path)) twice.push(`the sitemap has ${path} twice`)
      listed.set(path, textOf(one, 'lastmod'))
    }
  }
  const days = site.sitemapDays()
  const expected = new Map(
    contents
      .indexed()
      .filter((path) => days.has(path) || site.isList(path))
      .map((path) => [path, days.get(path) ?? '']),
  )
  const unlisted = [...days.keys()]
    .filter((path) => !expected.has(path))
    .map((path) => `${path} is published, and not for search engines`)
  return [...twice, ...unlisted, ...differences('the sitemap', listed, expected)]
}

function feedFaults(build: Build, site: Site, language: Language): string[] {
  const path = `${prefixOf(language)}${site.feed}`
  const xml = String(build.bytes(path) ?? '')
  const listed = new Map<string, string>()
  for (const [, entry = ''] of xml.matchAll(/<entry>([\s\S]*?)<\/entry>/g)) {
    const facts = ['title', 'published', 'updated', 'summary'].map((name) => textOf(entry, name))
    listed.set(pathOf(site, textOf(entry, 'id')), JSON.stringify(facts))
  }
  const newest = site.published(language).toSorted((one, other) => {
    if (one.date === other.date) return one.path < other.path ? -1 : 1
    return one.date < other.date ? 1 : -1
  })
  const expected = new Map(
    newest.slice(0, NEWEST).map((entry) => {
      const changed = lastChange(entry) > entry.date ? lastChange(entry) : entry.date
      const moments = [entry.date, changed].map((day) => midnight(day, site.offset))
      return [entry.path, JSON.stringify([entry.title, ...moments, entry.summary])]
    }),
  )
  const faults = differences(path, listed, expected)
  const order = [[...listed.keys()], [...expected.keys()]].map((paths) => paths.join(' '))
  return faults.length === 0 && order[0] !== order[1] ? [`${path} has the order ${order[0]} instead of ${order[1]}`] : faults
}

function differences(list: string, is: Map<string, string>, should: Map<string, string>): string[] {
  const paths = [...new Set([...is.keys(), ...should.keys()])].filter((path) => is.get(path) !== should.get(path))
  return paths.map((path) => `${list} has ${is.get(path) ?? 'no entry'} for ${path} instead of ${should.get(path) ?? 'no entry'}`)
}

/** Where a day begins on the site, as feeds write it. */
const midnight = (day: string, offset: string) => new Date(`${day}T00:00:00${offset}`).toISOString().replace('.000Z', 'Z')

const pathOf = ({ url }: Site, address: string) => (address.startsWith(url) ? address.slice(url.length) : address)

function textOf(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(xml)?.[1] ?? ''
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
