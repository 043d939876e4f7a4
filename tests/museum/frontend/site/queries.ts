// The queries of each route, and the types of their answers: `usePage` returns a `PageData<'home'>`
// to the component of the home page.

import { type Answers, entry, type Field } from '@portico/app/page'
import { latest, list, neighbours } from '@portico/app/page'

/** Fields of an exhibition in a list. */
const CARD = ['title', 'summary', 'opens', 'closes', 'room', 'picture', 'href'] as const

/** The same of the exhibitions that the home page shows. */
const FEATURED = CARD.map((field) => `featured.${field}` as const)

/** The entry of the collection `pages` that holds a page's own texts. */
function page<F extends Field<'pages'> = never>(slug: string, ...fields: F[]) {
  return entry<'pages', F | 'title' | 'summary'>('pages', slug, 'title', 'summary', ...fields)
}

const asked = () => ({
  home: {
    page: page('home', 'lead', 'body', ...FEATURED),
    news: latest('news', 2, 'title', 'summary', 'date', 'href'),
  },
  exhibitions: {
    page: page('exhibitions', 'lead'),
    list: list('exhibitions', { sort: ['-opens', 'title'] }, ...CARD),
  },
  exhibition: {
    entry: entry('exhibitions', ':id', ...CARD, 'alt', 'body', 'artists.name', 'artists.href', 'artists.summary'),
  },
  artists: {
    page: page('artists', 'lead'),
    list: list('artists', { sort: ['sortName'] }, 'name', 'summary', 'href'),
  },
  artist: {
    entry: entry('artists', ':id', 'name', 'summary', 'born', 'body'),
    exhibitions: list('exhibitions', { sort: ['-opens', 'title'], filter: { artists: ':id' } }, ...CARD),
  },
  visit: { page: page('visit', 'lead', 'body', 'openingHours', 'address') },
  about: { page: page('about', 'lead', 'body') },
  news: {
    page: page('news', 'lead'),
    list: list('news', { sort: ['-date'], pageSize: 12 }, 'title', 'summary', 'date', 'href'),
  },
  article: {
    entry: entry('news', ':id', 'title', 'summary', 'date', 'body'),
    neighbours: neighbours('news', ['date'], 'title', 'href'),
  },
  contact: {
    page: page('contact', 'lead', 'body'),
    form: entry('forms', 'contact', 'fields', 'file'),
    sent: page('contact-sent', 'lead'),
  },
  'contact-sent': { page: page('contact-sent', 'lead', 'body') },
  'contact-failed': { page: page('contact-failed', 'lead', 'body') },
  'message-state': { page: page('message-state', 'lead') },
  search: { page: page('search', 'lead') },
  members: {
    page: page('members', 'lead', 'body'),
    evenings: list('evenings', { sort: ['date'] }, 'title', 'summary', 'date', 'time', 'exhibition.title', 'exhibition.href'),
  },
  login: { page: page('login', 'lead', 'body') },
  terms: { page: page('terms', 'lead', 'body', 'updatedAt') },
  privacy: { page: page('privacy', 'lead', 'body', 'updatedAt') },
  'not-found': { page: page('not-found', 'lead') },
})

/**
 * By route id. The generator asks them; a browser has nothing to ask, and its code is built without
 * them.
 */
export const queries: Queries = import.meta.env.PROD && !import.meta.env.SSR ? ({} as never) : asked()

/** Queries of all routes, by id. */
export type Queries = ReturnType<typeof asked>

/** The type of `usePage().data` on a route's pages. */
export type PageData<R extends keyof Queries> = Answers<Queries[R]>
