// Search without an origin: the browser fetches the index of a language once, and searches it
// itself. Typing errors and beginnings of words are tolerated; pinyin is not, which would need a
// dictionary of some megabytes.

import MiniSearch, { type SearchResult } from 'minisearch'
import type { LocaleCode } from '#/contract.ts'
import { siteLocales } from '#/i18n/locales.ts'
import type { Found, Hit, Question } from '../found.ts'
import { excerpt, whole } from './excerpt.ts'
import { isHan, wordsIn } from './words.ts'

/** The file that the generator publishes for a language. */
type IndexFile = { pages: IndexedPage[] }

type IndexedPage = {
  href: string
  kind: string
  title: string
  description: string
  date?: string
  passages: { anchor?: string; heading?: string; text: string; rows?: number[] }[]
}

/** Answers a question. */
export type Lookup = (question: Question) => Promise<Found>

const HITS_A_PAGE = 10
/**
 * Share of the best hit's score: a hit below it has a word of the question but no relation to it.
 */
const LEAST_SCORE = 0.12

type Loaded = { locale: LocaleCode; pages: IndexedPage[]; index: MiniSearch }

const loaded = new Map<LocaleCode, Promise<Loaded>>()

/** The matching pages of a language; those of the others, if it has none. */
export async function indexOf(locale: LocaleCode): Promise<Lookup> {
  await load(locale)
  const others = siteLocales().flatMap(({ code }) => (code === locale ? [] : [code]))
  return async (question) => {
    for (const code of [locale, ...others]) {
      const found = look(await load(code), question)
      if (found.kinds.length > 0) return found
    }
    return look(await load(locale), question)
  }
}

function load(locale: LocaleCode): Promise<Loaded> {
  const known = loaded.get(locale)
  if (known !== undefined) return known
  const loading = fetchIndex(locale)
  loaded.set(locale, loading)
  loading.catch(() => loaded.delete(locale))
  return loading
}

async function fetchIndex(locale: LocaleCode): Promise<Loaded> {
  const answer = await fetch(`/search/${locale}.json`, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`the search index of \`${locale}\` was answered with ${answer.status}`)
  const { pages } = (await answer.json()) as IndexFile
  return { locale, pages, index: indexed(pages, locale) }
}

/** Every passage separately, so that a hit leads to its place. */
function indexed(pages: readonly IndexedPage[], locale: LocaleCode): MiniSearch {
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    storeFields: ['page', 'passage'],
    tokenize: wordsIn(locale),
    processTerm: (term) => term,
    searchOptions: {
      boost: { title: 4, heading: 2 },
      prefix: (term) => !isHan(term) && term.length > 1,
      fuzzy: (term) => (isHan(term) ? term.length > 2 && 0.34 : term.length > 3 && 0.25),
      weights: { fuzzy: 0.3, prefix: 0.5 },
    },
  })
  const documents = pages.flatMap(({ title, description, passages }, page) =>
    (passages.length > 0 ? passages : [{ text: description }]).map((passage, number) => ({
      id: `${page} ${number}`,
      page,
      passage: number,
      title: number === 0 ? title : '',
      ...passage,
    })),
  )
  index.addAll(documents)
  return index
}

function look({ locale, pages, index }: Loaded, { q, kind, page }: Question): Found {
  const byPage = new Map<number, SearchResult[]>()
  const results = index.search(q)
  const least = (results[0]?.score ?? 0) * LEAST_SCORE
  for (const result of results.filter(({ score }) => score >= least)) {
    byPage.set(result.page, [...(byPage.get(result.page) ?? []), result])
  }
  const all = [...byPage].flatMap(([number, results]) => {
    const shown = pages[number]
    return shown === undefined ? [] : [{ shown, results }]
  })
  const counts = new Map<string, number>()
  for (const { shown } of all) counts.set(shown.kind, (counts.get(shown.kind) ?? 0) + 1)
  const hits = all.filter(({ shown }) => kind === '' || shown.kind === kind)
  const first = (page - 1) * HITS_A_PAGE
  return {
    query: q,
    total: hits.length,
    page,
    pages: Math.ceil(hits.length / HITS_A_PAGE),
    kinds: [...counts].map(([kind, count]) => ({ kind, count })),
    hits: hits.slice(first, first + HITS_A_PAGE).map(({ shown, results }) => hitOf(shown, results, locale)),
  }
}

/** A hit with its page’s summary, and the passage that answers best. */
function hitOf(page: IndexedPage, results: readonly SearchResult[], locale: LocaleCode): Hit {
  const { href, title, kind, date, description } = page
  const [best] = results
  const words = Object.keys(best?.match ?? {})
  const { text, rows: _, ...place } = page.passages[best?.passage ?? 0] ?? {}
  const passages = [
    ...(description === '' ? [] : [{ text: whole(description, words) }]),
    ...(text === undefined ? [] : [{ ...place, text: excerpt(text, words) }]),
  ]
  return { href, title, kind, locale, ...(date === undefined ? {} : { date }), passages }
}
