// The rows of the list: search, filters, order, and pages of rows.

import type { Entry, EntryText, TextState } from '../api.ts'

/** What the list says of a text: its state, and that it is behind its original. */
export type Standing = TextState | 'outdated'

/** A row: an entry with the words that are searched. */
export type Row = { key: string; entry: Entry; title: string; words: string }

/**
 * Choices of the list; an empty one shows all. `locale` chooses the titles, and the texts whose
 * state counts.
 */
export type Filter = { words: string; collection: string; state: Standing | ''; locale: string }

/** The order of the list. */
export type Order = 'title' | 'state'

/** Rows on one page of the list. */
export const PAGE_SIZE = 100

/** In the order of their need for work. */
const STANDINGS: Standing[] = ['missing', 'outdated', 'draft', 'scheduled', 'expired', 'live']

/** The title in a language, else in the first language that has one. */
export function titleOf(entry: Entry, locale: string): string {
  const own = entry.texts.find((text) => text.locale === locale)?.title
  return own ?? entry.texts.find(({ title }) => title !== undefined)?.title ?? entry.slug
}

/** The rows of all entries, in an order. It takes the longest, and is done once per order. */
export function rowsOf(entries: Entry[], locale: string, order: Order): Row[] {
  const rows = entries.map((entry) => ({
    key: `${entry.collection}/${entry.slug}`,
    entry,
    title: titleOf(entry, locale),
    words: fold([entry.slug, ...entry.texts.map(({ title }) => title ?? '')].join('\n')),
  }))
  const { compare } = new Intl.Collator(locale || undefined, { numeric: true })
  const byTitle = rows.sort((a, b) => compare(a.title, b.title))
  if (order === 'title') return byTitle
  const need = new Map(rows.map((row) => [row, needOf(row.entry, locale)]))
  return byTitle.sort((a, b) => (need.get(a) ?? 0) - (need.get(b) ?? 0))
}

/** The rows that have all words, in their order. */
export function filterRows(rows: Row[], { words, collection, state, locale }: Filter): Row[] {
  const all = fold(words).split(/\s+/).filter(Boolean)
  return rows.filter(
    ({ entry, words: own }) =>
      (collection === '' || entry.collection === collection) &&
      (state === '' || textsIn(entry, locale).some((text) => standingsOf(text).includes(state))) &&
      all.every((word) => own.includes(word)),
  )
}

/** An outdated translation is still live, a draft, or scheduled. */
export const standingsOf = ({ state, outdated }: EntryText): Standing[] => (outdated ? ['outdated', state] : [state])

/** How many rows each collection has, by its name. */
export function countsOf(entries: Entry[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { collection } of entries) counts.set(collection, (counts.get(collection) ?? 0) + 1)
  return counts
}

/** The page of an entry in a language, else the file of its text. */
export function targetOfEntry(entry: Entry, locale: string): { href: string } | { file: string } | undefined {
  const texts = [...textsIn(entry, locale), ...entry.texts]
  const href = texts.find((text) => text.href && text.state !== 'missing')?.href
  if (href) return { href }
  const file = texts.find(({ path }) => path !== undefined)?.path
  return file === undefined ? undefined : { file }
}

/** The path of an entry's folder: `news/a`. */
export const keyOfEntry = ({ collection, slug }: Entry): string => `${collection}/${slug}`

const textsIn = (entry: Entry, locale: string): EntryText[] =>
  locale === '' ? entry.texts : entry.texts.filter((text) => text.locale === locale)

const needOf = (entry: Entry, locale: string) =>
  Math.min(
    ...textsIn(entry, locale)
      .flatMap(standingsOf)
      .map((standing) => STANDINGS.indexOf(standing)),
  )

const fold = (text: string) => text.normalize('NFKC').toLowerCase()
