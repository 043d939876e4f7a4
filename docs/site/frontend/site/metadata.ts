// Metadata of each route's pages, for search engines and messengers. A priority, in tenths, puts
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
  home: page(10),
  document: {
    title: 'entry.title',
    description: 'entry.summary',
    jsonLd: { '@type': 'TechArticle', headline: '$entry.title', description: '$entry.summary' },
    priority: 8,
  },
  search: page(),
  chat: page(3),
  help: page(3),
  'not-found': page(),
})

/** By route id. */
export const metadata: MetadataOf<Queries> = import.meta.env.PROD && !import.meta.env.SSR ? ({} as never) : described()
