// THE route table: every page of the site as plain data, in the shape of contract::route::Route
// plus `lazy`.
//
// The generator learns it from the worker's first frame and answers the queries in `data` (written
// out in queries.ts); the client router reads the same rows. Adding a page is one row here, its
// queries, one component in `src/routes` and one folder in `content/`. A file that a page offers is
// named in its row, and made by `src/files/<route>/<name>.ts`.

import type { ComponentType } from 'react'
import { queries } from '#/app/queries.ts'
import type { Route } from '#/contract.ts'

/** The names of the five layouts in `src/layouts`. */
export type LayoutName = 'default' | 'error' | 'feishu' | 'keep' | 'login'

/** A row: what the contract knows of a route, and the component that only the frontend knows. */
export type AppRoute = Route & {
  layout: LayoutName
  /** Loads the page's component; called once, then the page renders synchronously. */
  lazy: () => Promise<{ default: ComponentType }>
}

/**
 * Title and description of a page that has an entry in `pages`; priority in tenths puts it into the
 * sitemap.
 */
const pageMetadata = (priority?: number): Route['metadata'] => ({
  title: 'page.title',
  description: 'page.summary',
  ...(priority === undefined ? {} : { priority }),
})

export const routes: AppRoute[] = [
  {
    id: 'home',
    path: '/',
    layout: 'default',
    data: queries.home,
    metadata: {
      ...pageMetadata(10),
      jsonLd: { '@type': 'Organization', description: '$page.summary' },
    },
    lazy: () => import('#/routes/home.tsx'),
  },
  {
    id: 'about',
    path: '/about',
    layout: 'default',
    data: queries.about,
    metadata: { ...pageMetadata(8), jsonLd: { '@type': 'AboutPage', name: '$page.title', description: '$page.summary' } },
    lazy: () => import('#/routes/about.tsx'),
  },
  {
    id: 'financial',
    path: '/about/financial',
    layout: 'default',
    data: queries.financial,
    metadata: pageMetadata(7),
    files: [
      { name: 'figures.csv', type: 'text/csv; charset=utf-8' },
      { name: 'figures.pdf', type: 'application/pdf' },
    ],
    lazy: () => import('#/routes/financial.tsx'),
  },
  {
    id: 'message-bp',
    path: '/message/bp',
    layout: 'default',
    data: queries['message-bp'],
    metadata: pageMetadata(6),
    lazy: () => import('#/routes/message-bp.tsx'),
  },
  {
    id: 'message-work',
    path: '/message/work',
    layout: 'default',
    data: queries['message-work'],
    metadata: pageMetadata(6),
    lazy: () => import('#/routes/message-work.tsx'),
  },
  {
    id: 'industry',
    path: '/enterprise/industry',
    layout: 'default',
    data: queries.industry,
    metadata: pageMetadata(8),
    lazy: () => import('#/routes/industry.tsx'),
  },
  {
    id: 'invested',
    path: '/enterprise/invested',
    layout: 'keep',
    keepAlive: true,
    data: queries.invested,
    metadata: pageMetadata(8),
    lazy: () => import('#/routes/invested.tsx'),
  },
  {
    id: 'total',
    path: '/total',
    layout: 'default',
    data: queries.total,
    metadata: pageMetadata(7),
    lazy: () => import('#/routes/total.tsx'),
  },
  {
    id: 'company',
    path: '/enterprise/invested/:id',
    layout: 'keep',
    keepAlive: true,
    entries: 'companies',
    data: queries.company,
    metadata: {
      title: 'entry.name',
      description: 'entry.summary',
      jsonLd: { '@type': 'Organization', name: '$entry.name', description: '$entry.summary' },
      priority: 6,
    },
    lazy: () => import('#/routes/company.tsx'),
  },
  {
    id: 'cases',
    path: '/enterprise/cases',
    layout: 'keep',
    keepAlive: true,
    data: queries.cases,
    metadata: pageMetadata(8),
    lazy: () => import('#/routes/cases.tsx'),
  },
  {
    id: 'case',
    path: '/enterprise/cases/:id',
    layout: 'keep',
    keepAlive: true,
    entries: 'cases',
    data: queries.case,
    metadata: {
      title: 'entry.title',
      description: 'entry.summary',
      jsonLd: {
        '@type': 'Article',
        headline: '$entry.title',
        description: '$entry.summary',
        datePublished: '$entry.date.value',
      },
      priority: 6,
    },
    lazy: () => import('#/routes/case.tsx'),
  },
  {
    id: 'chat',
    path: '/chat',
    layout: 'default',
    data: queries.chat,
    metadata: pageMetadata(5),
    lazy: () => import('#/routes/chat.tsx'),
  },
  {
    id: 'product',
    path: '/product',
    layout: 'default',
    requiresAuth: true,
    middleware: ['auth'],
    data: queries.product,
    metadata: pageMetadata(),
    lazy: () => import('#/routes/product.tsx'),
  },
  {
    id: 'news',
    path: '/news',
    layout: 'default',
    paginate: 'list',
    data: queries.news,
    metadata: pageMetadata(8),
    lazy: () => import('#/routes/news.tsx'),
  },
  {
    id: 'news-article',
    path: '/news/:id',
    layout: 'default',
    entries: 'news',
    data: queries['news-article'],
    metadata: {
      title: 'entry.title',
      description: 'entry.summary',
      jsonLd: {
        '@type': 'NewsArticle',
        headline: '$entry.title',
        description: '$entry.summary',
        datePublished: '$entry.date.value',
        author: '$entry.author',
      },
      priority: 6,
    },
    lazy: () => import('#/routes/news-article.tsx'),
  },
  {
    id: 'login',
    path: '/login',
    layout: 'login',
    guestOnly: true,
    middleware: ['auth'],
    data: queries.login,
    metadata: pageMetadata(),
    lazy: () => import('#/routes/login.tsx'),
  },
  {
    id: 'feishu-ai',
    path: '/feishu/ai',
    layout: 'feishu',
    headerClass: 'feishu',
    data: queries['feishu-ai'],
    metadata: pageMetadata(),
    lazy: () => import('#/routes/feishu-ai.tsx'),
  },
  {
    id: 'feishu-supplier',
    path: '/feishu/supplier',
    layout: 'feishu',
    headerClass: 'feishu',
    data: queries['feishu-supplier'],
    metadata: pageMetadata(),
    lazy: () => import('#/routes/feishu-supplier.tsx'),
  },
  {
    id: 'terms',
    path: '/terms',
    layout: 'login',
    data: queries.terms,
    metadata: pageMetadata(3),
    lazy: () => import('#/routes/terms.tsx'),
  },
  {
    id: 'privacy',
    path: '/privacy',
    layout: 'login',
    data: queries.privacy,
    metadata: pageMetadata(3),
    lazy: () => import('#/routes/privacy.tsx'),
  },
  {
    id: 'not-found',
    path: '/404',
    layout: 'error',
    status: 404,
    data: queries['not-found'],
    metadata: pageMetadata(),
    lazy: () => import('#/routes/not-found.tsx'),
  },
  // Documents that the gateway answers with when it cannot serve a page; prerendered like any
  // other.
  { id: 'error-500', path: '/_error/500', layout: 'error', status: 500, metadata: {}, lazy: () => import('#/routes/error.tsx') },
  { id: 'error-502', path: '/_error/502', layout: 'error', status: 502, metadata: {}, lazy: () => import('#/routes/error.tsx') },
  { id: 'error-503', path: '/_error/503', layout: 'error', status: 503, metadata: {}, lazy: () => import('#/routes/error.tsx') },
]
