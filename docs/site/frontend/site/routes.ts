// The route table: every page of the site. Documents are entries of one collection, which
// scripts/documents.mjs writes.

import { routesOf, routeTable } from '@portico/app'
import { metadata } from '#/metadata.ts'
import { files } from '#/page-files.ts'
import { queries } from '#/queries.ts'

const rows = routeTable([
  { id: 'home', path: '/', layout: 'site' },
  { id: 'document', path: '/docs/:id', layout: 'site', entries: 'documents' },
  { id: 'search', path: '/search', layout: 'site' },
  { id: 'chat', path: '/chat', layout: 'site' },
  { id: 'help', path: '/help', layout: 'site' },
  { id: 'not-found', path: '/404', layout: 'bare', status: 404 },
  // Documents that the gateway answers with when it cannot serve a page.
  { id: 'error-500', path: '/_error/500', layout: 'bare', status: 500, component: 'error' },
  { id: 'error-502', path: '/_error/502', layout: 'bare', status: 502, component: 'error' },
  { id: 'error-503', path: '/_error/503', layout: 'bare', status: 503, component: 'error' },
])

/** The id of a route. */
export type RouteId = (typeof rows)[number]['id']

type Names = { route: RouteId; layout: 'site' | 'bare' }

declare module '@portico/app' {
  interface Register extends Names {}
}

/** The rows with their queries and metadata. */
export const routes = routesOf(rows, {
  queries,
  metadata,
  files,
})
