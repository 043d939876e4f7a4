// Metadata of each route’s pages, for search engines and messengers. A priority, in tenths, puts
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
  home: { ...page(10), jsonLd: { '@type': 'Museum', name: '$page.title', description: '$page.summary' } },
  exhibitions: page(9),
  exhibition: {
    title: 'entry.title',
    description: 'entry.summary',
    image: 'entry.picture',
    jsonLd: {
      '@type': 'ExhibitionEvent',
      name: '$entry.title',
      description: '$entry.summary',
      startDate: '$entry.opens.value',
      endDate: '$entry.closes.value',
      location: { '@type': 'Museum', name: 'Port Museum', address: '7 East Quay, Old Harbour' },
    },
    priority: 8,
  },
  artists: page(7),
  artist: {
    title: 'entry.name',
    description: 'entry.summary',
    jsonLd: { '@type': 'Person', name: '$entry.name', description: '$entry.summary' },
    priority: 6,
  },
  visit: {
    ...page(9),
    jsonLd: { '@type': 'Museum', name: 'Port Museum', address: '$page.address', openingHours: '$page.openingHours' },
  },
  about: page(8),
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
  contact: page(6),
  'contact-sent': page(),
  'contact-failed': page(),
  'message-state': page(),
  search: page(),
  members: page(),
  login: page(),
  terms: page(3),
  privacy: page(3),
  'not-found': page(),
})

/** By route id. */
export const metadata: MetadataOf<Queries> = import.meta.env.PROD && !import.meta.env.SSR ? ({} as never) : described()
