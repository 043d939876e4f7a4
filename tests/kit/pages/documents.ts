// The documents of a build, read from its index: all checks of pages ask here, so that a new route
// is checked without being named.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Visitors with access to a document: everyone, guests only, members only, no visitor by its
 * address (error documents).
 */
export type Access = 'public' | 'guest' | 'guarded' | 'private'

export type Document = {
  route: string
  locale: string
  /** The address as served, with the locale's prefix: `/en/news`. */
  path: string
  /** The same in every language: `/news`. */
  place: string
  access: Access
  status: number
  file: string
  bytes: number
}

/** The documents of one subject, one per language. */
export type Subject = { name: string; documents: Document[] }

type Build = { shards: string[]; locales: { code: string; prefix: string }[] }
type Entry = { kind: string; type?: string; build: string; size: number; access?: Access; status?: number }

/** Every HTML document of the live build, by path. */
export function documentsOf(builds: string): Document[] {
  const read = <T>(name: string) => JSON.parse(readFileSync(join(builds, name), 'utf8')) as T
  const { id } = read<{ id: string }>('latest.json')
  const { shards, locales } = read<Build>(`index/${id}.json`)
  const entries = shards.flatMap((hash) => Object.entries(read<Record<string, Entry>>(`shards/${hash}.json`)))
  const documents = entries
    .filter(([, { kind, type }]) => kind === 'file' && type?.startsWith('text/html'))
    .map(([path, { build, size, access = 'public', status = 200 }]): Document => {
      const file = join(builds, build, path, 'index.html')
      const { route, locale } = inlineState(readFileSync(file, 'utf8'), path)
      const prefix = locales.find(({ code }) => code === locale)?.prefix
      const place = prefix ? path.slice(prefix.length + 1) || '/' : path
      return { route, locale, path, place, access, status, file, bytes: size }
    })
  return documents.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * Subjects for a person or a slow check: of each route the one with the longest documents, named
 * after the route, and, if there are several, the one with the shortest, named after route and
 * address. `all`: every subject.
 */
export function subjectsOf(documents: Document[], all = false): Subject[] {
  const routes = Map.groupBy(documents, ({ route }) => route)
  return [...routes].flatMap(([route, ofRoute]) => {
    const places = [...Map.groupBy(ofRoute, ({ place }) => place)].sort(([, a], [, b]) => bytesOf(b) - bytesOf(a))
    const [longest, ...others] = places.map(([place, documents], index): Subject => {
      return { name: index === 0 ? route : `${route}-${place.split('/').at(-1)}`, documents }
    })
    return [longest as Subject, ...(all ? others : others.slice(-1))]
  })
}

const bytesOf = (documents: Document[]) => documents.reduce((sum, { bytes }) => sum + bytes, 0)

/** The state that the browser starts from (`#portico-state`) knows the route. */
function inlineState(html: string, path: string): { route: string; locale: string } {
  const json = html.match(/<script type="application\/json" id="portico-state">(.*?)<\/script>/s)?.[1]
  if (json === undefined) throw new Error(`the document ${path} has no inline state`)
  return JSON.parse(json)
}
