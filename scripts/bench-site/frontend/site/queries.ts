// The content queries of each route of the bench site, and the types of the answers.

import { type Answers, entry, latest, list, related } from '@portico/app/page'

export const queries = {
  home: {
    page: entry('pages', 'home', 'title', 'summary'),
    latest: latest('articles', 10, 'title', 'date', 'href'),
  },
  articles: {
    page: entry('pages', 'articles', 'title', 'summary'),
    list: list('articles', { sort: ['-date'], pageSize: 20 }, 'title', 'summary', 'date', 'href'),
  },
  article: {
    entry: entry('articles', ':id', 'title', 'summary', 'date', 'tags', 'body'),
    related: related('articles', ['tags'], 5, 'title', 'date', 'href'),
  },
}

type Queries = typeof queries

/** The type of `usePage().data` on a route's pages. */
export type PageData<R extends keyof Queries> = Answers<Queries[R]>
