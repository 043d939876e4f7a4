// What each route of the bench site asks of the content, and the types of the answers.

import type { Entry, List } from '#/content.ts'
import type { Query } from '#/contract.ts'

type Item = Entry<'articles', 'title' | 'date' | 'href'>

export const queries = {
  home: {
    page: { query: 'entry', collection: 'pages', slug: 'home', fields: ['title', 'summary'] },
    latest: { query: 'latest', collection: 'articles', limit: 10, fields: ['title', 'date', 'href'] },
  },
  articles: {
    page: { query: 'entry', collection: 'pages', slug: 'articles', fields: ['title', 'summary'] },
    list: {
      query: 'list',
      collection: 'articles',
      sort: ['-date'],
      pageSize: 20,
      fields: ['title', 'summary', 'date', 'href'],
    },
  },
  article: {
    entry: { query: 'entry', collection: 'articles', slug: ':id', fields: ['title', 'summary', 'date', 'tags', 'body'] },
    related: {
      query: 'related',
      collection: 'articles',
      slug: ':id',
      by: ['tags'],
      limit: 5,
      fields: ['title', 'date', 'href'],
    },
  },
} satisfies Record<string, Record<string, Query>>

/** What `usePage().data` holds on a route's pages. */
export type PageData = {
  home: { page: Entry<'pages', 'title' | 'summary'>; latest: Item[] }
  articles: { page: Entry<'pages', 'title' | 'summary'>; list: List<'articles', 'title' | 'summary' | 'date' | 'href'> }
  article: { entry: Entry<'articles', 'title' | 'summary' | 'date' | 'tags' | 'body'>; related: Item[] }
}
