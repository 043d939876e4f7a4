// THE route table: every page of the site as plain data, in the shape of contract::route::Route
// plus layout and component.
//
// The generator learns it from the worker's first frame, with the route's queries (queries.ts) and
// what search engines are told (metadata.ts); the client router reads the same rows without them.
// Adding a page is one row here, its queries and metadata, one component in `src/routes` and one
// folder in `content/`. A file that a page offers is named in its row, and made by
// `src/files/<route>/<name>.ts`.

import type { Route } from '#/contract.ts'
import { metadata } from '#/page/metadata.ts'
import { queries } from '#/page/queries.ts'

/** The names of the five layouts in `src/layouts`. */
export type LayoutName = 'default' | 'error' | 'feishu' | 'keep' | 'login'

/** A row: what the contract knows of a route, and what only the frontend knows. */
export type AppRoute = Route & {
  layout: LayoutName
  /**
   * The file in `src/routes` that holds the page's component; absent: it is called as the route.
   */
  component?: string
}

/** A row as it is written here. */
type Row<Id extends string> = Omit<AppRoute, 'id' | 'data' | 'metadata'> & { id: Id }

/** The rows, whose ids are a type of their own. */
function table<Id extends string>(rows: Row<Id>[]): Row<Id>[] {
  return rows
}

const rows = table([
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
    files: [
      { name: 'figures.csv', type: 'text/csv; charset=utf-8' },
      { name: 'figures.pdf', type: 'application/pdf' },
    ],
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

/** The rows with what the generator asks and writes for each; a browser has neither. */
export const routes: AppRoute[] = rows.map((row) => ({
  ...row,
  data: (queries as Partial<Record<RouteId, AppRoute['data']>>)[row.id],
  metadata: (metadata as Partial<Record<RouteId, AppRoute['metadata']>>)[row.id] ?? {},
}))
