// The route table of the bench site: the pages that the peers' sites have, too.

import { queries } from '#/page/queries.ts'
import type { Route } from '#/contract.ts'

/** The product's app knows these layouts (src/app/meta.ts); the bench site uses one. */
export type LayoutName = 'default' | 'error' | 'feishu' | 'keep' | 'login'

export type AppRoute = Route & { layout: LayoutName; component?: string }

/** The product's app names routes that are not here; nothing of it leads there. */
export type RouteId = string

export const routes: AppRoute[] = [
  {
    id: 'home',
    path: '/',
    layout: 'default',
    data: queries.home,
    metadata: { title: 'page.title', description: 'page.summary' },
  },
  {
    id: 'articles',
    path: '/articles',
    layout: 'default',
    paginate: 'list',
    data: queries.articles,
    metadata: { title: 'page.title', description: 'page.summary' },
  },
  {
    id: 'article',
    path: '/articles/:id',
    layout: 'default',
    entries: 'articles',
    data: queries.article,
    metadata: { title: 'entry.title', description: 'entry.summary' },
  },
]
