// The route table: every page of the site. A page more is a row here, its queries and what search
// engines are told (queries.ts, metadata.ts), a component in routes/ and a folder in content/.

import { routesOf, routeTable } from '@portico/app'
import { metadata } from '#/metadata.ts'
// @part search
import { files } from '#/page-files.ts'
// @end
import { queries } from '#/queries.ts'

const rows = routeTable([
  { id: 'home', path: '/', layout: 'site' },
  { id: 'about', path: '/about', layout: 'site' },
  // @part news
  { id: 'news', path: '/news', layout: 'site', paginate: 'list' },
  { id: 'article', path: '/news/:id', layout: 'site', entries: 'news' },
  // @end
  // @part forms
  { id: 'contact', path: '/contact', layout: 'site' },
  // Where browsers without JavaScript are led after a message.
  { id: 'contact-sent', path: '/contact/sent', layout: 'site', component: 'contact-answer' },
  { id: 'contact-failed', path: '/contact/failed', layout: 'site', component: 'contact-answer' },
  { id: 'message-state', path: '/message/state', layout: 'site' },
  // @end
  // @part search
  { id: 'search', path: '/search', layout: 'site' },
  // @end
  // @part members
  { id: 'members', path: '/members', layout: 'site', requiresAuth: true, middleware: ['auth'] },
  { id: 'login', path: '/login', layout: 'site', guestOnly: true, middleware: ['auth'] },
  { id: 'terms', path: '/terms', layout: 'site', component: 'text' },
  // @end
  { id: 'privacy', path: '/privacy', layout: 'site', component: 'text' },
  { id: 'not-found', path: '/404', layout: 'site', status: 404 },
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
  // @part search
  files,
  // @end
})
