// The queries of each route, and the types of their answers: `usePage` returns a `PageData<'home'>`
// to the component of the home page.

import { type Answers, entry, type Field, list } from '@portico/app/page'
// @part news
import { latest, neighbours } from '@portico/app/page'
// @end

/** The entry of the collection `pages` that holds a page's own texts. */
function page<F extends Field<'pages'> = never>(slug: string, ...fields: F[]) {
  return entry<'pages', F | 'title' | 'summary'>('pages', slug, 'title', 'summary', ...fields)
}

/** How many texts the site has, for its drawing. */
const texts = () => ({
  pages: list('pages', { sort: ['title'], limit: 1 }, 'title'),
  // @part news
  articles: list('news', { sort: ['-date'], limit: 1 }, 'title'),
  // @end
})

const asked = () => ({
  home: {
    page: page('home', 'lead', 'body', 'points', 'facts'),
    ...texts(),
    // @part news
    news: latest('news', 3, 'title', 'summary', 'date', 'href'),
    // @end
  },
  about: { page: page('about', 'lead', 'body') },
  // @part news
  news: {
    page: page('news', 'lead'),
    list: list('news', { sort: ['-date'], pageSize: 12 }, 'title', 'summary', 'date', 'href'),
  },
  article: {
    entry: entry('news', ':id', 'title', 'summary', 'date', 'body'),
    neighbours: neighbours('news', ['date'], 'title', 'href'),
  },
  // @end
  // @part forms
  contact: {
    page: page('contact', 'lead', 'body'),
    form: entry('forms', 'contact', 'fields', 'file'),
    sent: page('contact-sent', 'lead'),
  },
  'contact-sent': { page: page('contact-sent', 'lead', 'body') },
  'contact-failed': { page: page('contact-failed', 'lead', 'body') },
  'message-state': { page: page('message-state', 'lead') },
  // @end
  // @part search
  search: { page: page('search', 'lead') },
  // @end
  // @part members
  members: { page: page('members', 'lead', 'body') },
  login: { page: page('login', 'lead', 'body') },
  terms: { page: page('terms', 'lead', 'body', 'updatedAt') },
  // @end
  privacy: { page: page('privacy', 'lead', 'body', 'updatedAt') },
  'not-found': { page: page('not-found', 'lead'), ...texts() },
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
