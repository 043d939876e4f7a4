// THE route table: every page of the site as plain data, in the shape of contract::route::Route
// plus layout and component.
//
// The generator learns it from the worker's first frame, with the route's queries (queries.ts) and
// its metadata for search engines (metadata.ts); the client router reads the same rows without
// them. Adding a page is one row here, its queries and metadata, one component in `routes/` and one
// folder in `content/`. A file that a page offers is named in page-files.ts, and made by
// `files/<route>/<name>.ts`. A page that another site shows in a frame has a header class, which
// header-classes.ts defines.

import { routesOf, routeTable } from '@portico/app'
import { metadata } from '#/metadata.ts'
import { files } from '#/page-files.ts'
import { queries } from '#/queries.ts'

/** The names of the layouts in `layouts/`. */
export type LayoutName = 'default' | 'error' | 'feishu' | 'keep' | 'login'

type Names = { route: RouteId; layout: LayoutName }

declare module '@portico/app' {
  interface Register extends Names {}
}

const rows = routeTable([
  {
    id: 'home',
    path: '/',
    layout: 'default',
  },
  {
    id: 'about',
    path: '/about',
    layout: 'default',
  },
  {
    id: 'financial',
    path: '/about/financial',
    layout: 'default',
  },
  {
    id: 'message-bp',
    path: '/message/bp',
    layout: 'default',
  },
  {
    id: 'message-work',
    path: '/message/work',
    layout: 'default',
  },
  // Where browsers without JavaScript are led after a message.
  { id: 'message-bp-sent', path: '/message/bp/sent', layout: 'default', component: 'message-answer' },
  { id: 'message-bp-failed', path: '/message/bp/failed', layout: 'default', component: 'message-answer' },
  { id: 'message-work-sent', path: '/message/work/sent', layout: 'default', component: 'message-answer' },
  { id: 'message-work-failed', path: '/message/work/failed', layout: 'default', component: 'message-answer' },
  {
    id: 'message-state',
    path: '/message/state',
    layout: 'login',
  },
  {
    id: 'industry',
    path: '/enterprise/industry',
    layout: 'default',
  },
  {
    id: 'invested',
    path: '/enterprise/invested',
    layout: 'keep',
    keepAlive: true,
  },
  {
    id: 'total',
    path: '/total',
    layout: 'default',
  },
  {
    id: 'company',
    path: '/enterprise/invested/:id',
    layout: 'keep',
    keepAlive: true,
    entries: 'companies',
  },
  {
    id: 'cases',
    path: '/enterprise/cases',
    layout: 'keep',
    keepAlive: true,
  },
  {
    id: 'case',
    path: '/enterprise/cases/:id',
    layout: 'keep',
    keepAlive: true,
    entries: 'cases',
  },
  {
    id: 'chat',
    path: '/chat',
    layout: 'default',
  },
  {
    id: 'product',
    path: '/product',
    layout: 'default',
    requiresAuth: true,
    middleware: ['auth'],
  },
  {
    id: 'news',
    path: '/news',
    layout: 'default',
    paginate: 'list',
  },
  {
    id: 'news-article',
    path: '/news/:id',
    layout: 'default',
    entries: 'news',
  },
  {
    id: 'search',
    path: '/search',
    layout: 'default',
  },
  {
    id: 'login',
    path: '/login',
    layout: 'login',
    guestOnly: true,
    middleware: ['auth'],
  },
  {
    id: 'feishu-ai',
    path: '/feishu/ai',
    layout: 'feishu',
    headerClass: 'feishu',
  },
  {
    id: 'feishu-supplier',
    path: '/feishu/supplier',
    layout: 'feishu',
    headerClass: 'feishu',
  },
  {
    id: 'terms',
    path: '/terms',
    layout: 'login',
  },
  {
    id: 'privacy',
    path: '/privacy',
    layout: 'login',
  },
  {
    id: 'not-found',
    path: '/404',
    layout: 'error',
    status: 404,
  },
  // Documents that the gateway answers with when it cannot serve a page; prerendered like any
  // other.
  { id: 'error-500', path: '/_error/500', layout: 'error', status: 500, component: 'error' },
  { id: 'error-502', path: '/_error/502', layout: 'error', status: 502, component: 'error' },
  { id: 'error-503', path: '/_error/503', layout: 'error', status: 503, component: 'error' },
])

/** The id of a route. */
export type RouteId = (typeof rows)[number]['id']

/** The rows with their queries and metadata. */
export const routes = routesOf(rows, { queries, metadata, files })
