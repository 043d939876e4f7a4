// What search engines and messengers are told of each route's pages. A priority, in tenths, puts
// them into the sitemap.

import type { MetadataOf } from '@portico/app/page'
import type { Queries } from '#/queries.ts'

const page = (priority?: number) => ({
  title: 'page.title' as const,
  description: 'page.summary' as const,
  ...(priority === undefined ? {} : { priority }),
})

/** A route that is left out, and a place that its queries do not answer, are errors here. */
const described = (): MetadataOf<Queries> => ({
  home: { ...page(10), jsonLd: { '@type': 'Organization', description: '$page.summary' } },
  about: page(8),
  // @part news
  news: page(8),
  article: {
    title: 'entry.title',
    description: 'entry.summary',
    jsonLd: {
      '@type': 'NewsArticle',
      headline: '$entry.title',
      description: '$entry.summary',
      datePublished: '$entry.date.value',
    },
    priority: 6,
  },
  // @end
  // @part forms
  contact: page(6),
  'contact-sent': page(),
  'contact-failed': page(),
  'message-state': page(),
  // @end
  // @part search
  search: page(),
  // @end
  // @part members
  members: page(),
  login: page(),
  terms: page(3),
  // @end
  privacy: page(3),
  'not-found': page(),
})

/** By route id. */
export const metadata: MetadataOf<Queries> = import.meta.env.PROD && !import.meta.env.SSR ? ({} as never) : described()
