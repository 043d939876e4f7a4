// The queries of each route, and the types of their answers: `usePage` returns a `PageData<'home'>`
// to the component of the home page.

import { type Answers, entry, type Field, list, neighbours } from '@portico/app/page'

/** The entry of the collection `pages` that holds a page's own texts. */
function page<F extends Field<'pages'> = never>(slug: string, ...fields: F[]) {
  return entry<'pages', F | 'title' | 'summary'>('pages', slug, 'title', 'summary', ...fields)
}

/** Every document, for lists of them. */
const documents = () => list('documents', { sort: ['order'] }, 'title', 'href', 'section')

const asked = () => ({
  home: { page: page('home', 'lead', 'entries'), documents: documents() },
  document: {
    entry: entry('documents', ':id', 'title', 'summary', 'section', 'source', 'contents', 'body'),
    documents: documents(),
    beside: neighbours('documents', ['order'], 'title', 'href'),
  },
  search: { page: page('search', 'lead') },
  chat: { page: page('chat', 'lead', 'body', 'questions', 'questionsTitle') },
  help: { page: page('help', 'lead', 'body') },
  'not-found': { page: page('not-found', 'lead') },
})

/**
 * By route id. The generator runs them; a browser runs none, and its code is built without them.
 */
export const queries: Queries = import.meta.env.PROD && !import.meta.env.SSR ? ({} as never) : asked()

/** Queries of all routes, by id. */
export type Queries = ReturnType<typeof asked>

/** The type of `usePage().data` on a route's pages. */
export type PageData<R extends keyof Queries> = Answers<Queries[R]>
