// Sitemaps and feeds of a build, held against the model of the content.

import type { Build } from './builds.ts'
import type { Contents } from './contents.ts'
import { LANGUAGES, SITE, type Site, prefixOf, unquoted } from './site.ts'

/** Entries of a feed at most. */
const NEWEST = 20

/** The faults of the build's sitemaps and feeds. */
export function listingFaults(build: Build, contents: Contents, site: Site): string[] {
  return [...sitemapFaults(build, contents, site), ...LANGUAGES.flatMap((language) => feedFaults(build, site, language))]
}

/** The day of an article's last change, as its editor wrote it, or of its publication. */
const lastChange = (fields: Record<string, string>) => fields['updated'] ?? fields['date'] ?? ''

function sitemapFaults(build: Build, contents: Contents, site: Site): string[] {
  const listed = new Map<string, string>()
  const xml = (path: string) => String(build.bytes(path) ?? '')
  const twice: string[] = []
  for (const [, file = ''] of xml('/sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)) {
    for (const [, one = ''] of xml(pathOf(file)).matchAll(/<url>(.*?)<\/url>/g)) {
      const path = pathOf(textOf(one, 'loc'))
      if (listed.has(path)) twice.push(`the sitemap has ${path} twice`)
      listed.set(path, textOf(one, 'lastmod'))
    }
  }
  const days = new Map(
    LANGUAGES.flatMap((language) => site.published(language).map(({ path, fields }) => [path, lastChange(fields)] as const)),
  )
  // A page that shows the text of another language is not listed.
  const isOwn = (path: string) => days.has(path) || !/\/articles\/(?!page\/)/.test(path)
  const expected = new Map(
    contents
      .indexed()
      .filter(isOwn)
      .map((path) => [path, days.get(path) ?? '']),
  )
  const unlisted = [...days.keys()]
    .filter((path) => !expected.has(path))
    .map((path) => `${path} is published, and not for search engines`)
  return [...twice, ...unlisted, ...differences('the sitemap', listed, expected)]
}

function feedFaults(build: Build, site: Site, language: (typeof LANGUAGES)[number]): string[] {
  const path = `${prefixOf(language)}/feeds/articles.xml`
  const xml = String(build.bytes(path) ?? '')
  const listed = new Map<string, string>()
  for (const [, entry = ''] of xml.matchAll(/<entry>([\s\S]*?)<\/entry>/g)) {
    const facts = ['title', 'published', 'updated', 'summary'].map((name) => textOf(entry, name))
    listed.set(pathOf(textOf(entry, 'id')), JSON.stringify(facts))
  }
  const newest = site.published(language).toSorted((one, other) => {
    const [day, otherDay] = [one.fields['date'] ?? '', other.fields['date'] ?? '']
    return day === otherDay ? (one.path < other.path ? -1 : 1) : day < otherDay ? 1 : -1
  })
  const expected = new Map(
    newest.slice(0, NEWEST).map(({ path, fields }) => {
      const date = fields['date'] ?? ''
      const changed = lastChange(fields) > date ? lastChange(fields) : date
      return [
        path,
        JSON.stringify([unquoted(fields['title']), `${date}T00:00:00Z`, `${changed}T00:00:00Z`, unquoted(fields['summary'])]),
      ]
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

const pathOf = (address: string) => (address.startsWith(SITE) ? address.slice(SITE.length) : address)

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
