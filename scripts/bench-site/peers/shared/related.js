// Order and relations of articles: `{slug, title, summary, date, tags}`.

/**
 * `list`, newest first, `find(slug)`, and `related(slug)`: the five that share most tags, newest
 * first among equals.
 */
export function createIndex(unsorted) {
  const list = unsorted.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.slug < b.slug ? -1 : 1))
  const bySlug = new Map(list.map((article) => [article.slug, article]))
  const byTag = new Map()
  for (const article of list) {
    for (const tag of article.tags ?? []) {
      if (byTag.has(tag)) byTag.get(tag).push(article)
      else byTag.set(tag, [article])
    }
  }
  const related = (slug) => {
    const shared = new Map()
    for (const tag of bySlug.get(slug).tags ?? []) {
      for (const other of byTag.get(tag)) if (other.slug !== slug) shared.set(other, (shared.get(other) ?? 0) + 1)
    }
    return [...shared]
      .sort(([a, m], [b, n]) => n - m || (a.date < b.date ? 1 : -1))
      .slice(0, 5)
      .map(([article]) => article)
  }
  return { list, find: (slug) => bySlug.get(slug), related }
}

/** An article as a list shows it, and no more: it is sent to the browser, too. */
export function asItem({ slug, title, date, summary }) {
  return { slug, title, date, summary }
}

export const PAGE_SIZE = 20

/** How many pages the list has. */
export function pageCount(list) {
  return Math.ceil(list.length / PAGE_SIZE)
}
