// The route table of the bench site: the pages that the peers' sites have, too.

import { routesOf, routeTable } from '@portico/app'
import { queries } from '#/queries.ts'

const rows = routeTable([
  { id: 'home', path: '/', layout: 'site' },
  { id: 'articles', path: '/articles', layout: 'site', paginate: 'list' },
  { id: 'article', path: '/articles/:id', layout: 'site', entries: 'articles' },
])

const metadata = {
  home: { title: 'page.title', description: 'page.summary' },
  articles: { title: 'page.title', description: 'page.summary' },
  article: { title: 'entry.title', description: 'entry.summary' },
}

/** The id of a route. */
export type RouteId = (typeof rows)[number]['id']

type Names = { route: RouteId; layout: 'site' }

declare module '@portico/app' {
  interface Register extends Names {}
}

export const routes = routesOf(rows, { queries, metadata })
