// The metadata of each route's pages for search engines and messengers. The generator writes it
// into documents; a browser that is in the site already needs none of it, and its code is built
// without.

import type { MetadataOf } from '@portico/app/page'
import type { Queries } from '#/queries.ts'

/**
 * Title and description of a page that has an entry in `pages`; priority in tenths puts it into the
 * sitemap.
 */
const page = (priority?: number) => ({
  title: 'page.title' as const,
  description: 'page.summary' as const,
  ...(priority === undefined ? {} : { priority }),
})

/** A route that is left out, and a place that its queries do not answer, are errors here. */
const described = (): MetadataOf<Queries> => ({
  home: {
    ...page(10),
    jsonLd: { '@type': 'Organization', description: '$page.summary' },
  },
  about: { ...page(8), jsonLd: { '@type': 'AboutPage', name: '$page.title', description: '$page.summary' } },
  financial: page(7),
  'message-bp': page(6),
  'message-work': page(6),
  'message-bp-sent': page(),
  'message-bp-failed': page(),
  'message-work-sent': page(),
  'message-work-failed': page(),
  'message-state': page(),
  industry: page(8),
  invested: page(8),
  total: page(7),
  company: {
    title: 'entry.name',
    description: 'entry.summary',
    jsonLd: { '@type': 'Organization', name: '$entry.name', description: '$entry.summary' },
    priority: 6,
  },
  cases: page(8),
  case: {
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
  chat: page(5),
  product: page(),
  news: page(8),
  'news-article': {
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
  search: page(),
  login: page(),
  'feishu-ai': page(),
  'feishu-supplier': page(),
  terms: page(3),
  privacy: page(3),
  'not-found': page(),
})

/** By route id. */
export const metadata: MetadataOf<Queries> = import.meta.env.PROD && !import.meta.env.SSR ? ({} as never) : described()
