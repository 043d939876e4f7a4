// Whether the pages for members stay with members: a guest gets none of their texts, by any
// spelling of their addresses and from no other file of the site.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inParallel } from '../pages/parallel.ts'
import type { Document } from '../pages/documents.ts'

/** Texts that are long enough to belong to one page alone, in characters. */
const LEAST_LENGTH = 12

/** The most texts of one page that are looked for. */
const TEXTS_MAX = 40

type GuardedPage = { document: Document; texts: string[] }

/** One line per fault. */
export async function guardFaults(documents: Document[], { url, builds }: { url: string; builds: string }): Promise<string[]> {
  const { id } = JSON.parse(readFileSync(join(builds, 'latest.json'), 'utf8')) as { id: string }
  const open = documents.filter(({ access }) => access !== 'guarded')
  const known = new Set(open.flatMap((document) => textsOf(document)))
  const guarded = documents
    .filter(({ access }) => access === 'guarded')
    .map((document): GuardedPage => ({ document, texts: textsOf(document).filter((text) => !known.has(text)).slice(0, TEXTS_MAX) }))
  const faults = await inParallel(guarded, async (page) => [...(await refusalFaults(page, url)), ...(await leakFaults(page, url, id))])
  return [...faults.flat(), ...strayTexts(guarded, open)]
}

/** A guest is led to sign in, and is refused the data. */
async function refusalFaults({ document: { path } }: GuardedPage, url: string): Promise<string[]> {
  const page = await fetch(url + path, { redirect: 'manual' })
  const data = await fetch(`${url}${dataPath(path)}`, { redirect: 'manual' })
  const faults = []
  if (page.status !== 302) faults.push(`${path}: guard: a guest is answered with ${page.status}, expected 302 to the page for signing in`)
  if (data.status !== 401) faults.push(`${dataPath(path)}: guard: a guest is answered with ${data.status}, expected 401`)
  for (const [name, answer] of [[path, page], [dataPath(path), data]] as const)
    if (!/no-store/.test(answer.headers.get('cache-control') ?? '')) faults.push(`${name}: guard: the answer for a guest may be stored: \`cache-control\` has no \`no-store\``)
  return faults
}

/** No spelling of the address gives a guest a text of the page. */
async function leakFaults({ document: { path }, texts }: GuardedPage, url: string, buildId: string): Promise<string[]> {
  const leaks = await Promise.all(
    spellingsOf(path, buildId).map(async (spelling) => {
      const answer = await fetch(url + spelling, { redirect: 'manual' })
      const body = await answer.text()
      const text = texts.find((text) => body.includes(text))
      return text === undefined ? [] : [`${path}: guard: a guest reads “${text.slice(0, 40)}” at \`${spelling}\``]
    }),
  )
  return leaks.flat()
}

/** Spellings of an address by which a guard and a lookup could differ. */
function spellingsOf(path: string, buildId: string): string[] {
  const first = path.slice(1, 2)
  const encoded = `/%${first.charCodeAt(0).toString(16)}${path.slice(2)}`
  const [last = ''] = path.split('/').slice(-1)
  return [
    ...[path, `${path}/`, `${path}/index.html`, `/${path}`, `/.${path}`, `/x/..${path}`, `${path}?x=1`, `${path};a=b`, `${path}%2f`, `${path}%00`, `${path}\\`, encoded],
    ...[path.toUpperCase(), `${path}/./`, `${path}//`, `${path.slice(0, -last.length)}%2e/${last}`],
    ...[`${path}/_payload.json`, `${path}/_payload.json.br`, `${path}/_payload%2ejson`, `${path}//_payload.json`],
    ...[`/builds/${buildId}${path}/index.html`, `/builds/${buildId}${path}/_payload.json`, `/builds/index/${buildId}.json`],
  ]
}

/** No file for everyone has a text of the page. */
function strayTexts(guarded: GuardedPage[], open: Document[]): string[] {
  const files = open.map(({ path, file }) => ({ path, html: readFileSync(file, 'utf8') }))
  return guarded.flatMap(({ document, texts }) =>
    files.flatMap(({ path, html }) => {
      const text = texts.find((text) => html.includes(text))
      return text === undefined ? [] : [`${path}: guard: it has “${text.slice(0, 40)}” of ${document.path}, which is for members`]
    }),
  )
}

/** The texts of a page's data that read the same in a document and in data. */
function textsOf({ file }: Document): string[] {
  const path = join(dirname(file), '_payload.json')
  if (!existsSync(path)) return []
  const data: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const texts = new Set<string>()
  const collect = (value: unknown) => {
    if (typeof value === 'string') {
      for (const piece of value.split(/<[^>]*>|[\n&<>"'\\]/)) if (piece.trim().length >= LEAST_LENGTH) texts.add(piece.trim())
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  collect(data)
  return [...texts]
}

const dataPath = (path: string) => `${path === '/' ? '' : path}/_payload.json`
