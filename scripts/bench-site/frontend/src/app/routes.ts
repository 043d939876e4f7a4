// The route table of the bench site: the pages that the peers' sites have, too.

import type { ComponentType } from 'react'
import { queries } from '#/app/queries.ts'
import type { Route } from '#/contract.ts'

/** The product's app knows these layouts (src/app/meta.ts); the bench site uses one. */
export type LayoutName = 'default' | 'error' | 'feishu' | 'keep' | 'login'

export type AppRoute = Route & { layout: LayoutName; lazy: () => Promise<{ default: ComponentType }> }

export const routes: AppRoute[] = [
  {
    id: 'home',
    path: '/',
    layout: 'default',
    data: queries.home,
    metadata: { title: 'page.title', description: 'page.summary' },
    lazy: () => import('#/routes/home.tsx'),
  },
  {
    id: 'articles',
    path: '/articles',
    layout: 'default',
    paginate: 'list',
    data: queries.articles,
    metadata: { title: 'page.title', description: 'page.summary' },
    lazy: () => import('#/routes/articles.tsx'),
  },
  {
    id: 'article',
    path: '/articles/:id',
    layout: 'default',
    entries: 'articles',
    data: queries.article,
    metadata: { title: 'entry.title', description: 'entry.summary' },
    lazy: () => import('#/routes/article.tsx'),
  },
]
