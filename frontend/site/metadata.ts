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

// The moment of a page has the figures of its sharing card: `templates/card.html` draws each `kind`
// in a way of its own.

/** A route that is left out, and a place that its queries do not answer, are errors here. */
const described = (): MetadataOf<Queries> => ({
  home: {
    ...page(10),
    jsonLd: { '@type': 'Organization', description: '$page.summary' },
    moment: { kind: 'tide', sentence: '$page.lead', series: '$years.items.assets.value' },
  },
  about: { ...page(8), jsonLd: { '@type': 'AboutPage', name: '$page.title', description: '$page.summary' } },
  financial: {
    ...page(7),
    moment: {
      kind: 'sum',
      figure: '$page.facts.0.value',
      label: '$page.facts.0.label',
      series: '$years.items.assets.value',
      years: '$years.items.year',
    },
  },
  'message-bp': page(6),
  'message-work': page(6),
  'message-bp-sent': page(),
  'message-bp-failed': page(),
  'message-work-sent': page(),
  'message-work-failed': page(),
  'message-state': page(),
  industry: page(8),
  invested: {
    ...page(8),
    moment: {
      kind: 'ledger',
      total: '$companies.total',
      rows: '$companies.items',
    },
  },
  total: {
    ...page(7),
    moment: { kind: 'years', years: '$total.years' },
  },
  company: {
    title: 'entry.name',
    description: 'entry.summary',
    jsonLd: { '@type': 'Organization', name: '$entry.name', description: '$entry.summary' },
    moment: { kind: 'signature', series: '$entry.series', since: '$entry.invested' },
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
    moment: { kind: 'change', figure: '$entry.figures.0.value', label: '$entry.figures.0.label', drawing: '$entry.drawing' },
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
      author: { '@type': 'Person', name: '$entry.author' },
    },
    moment: { kind: 'headline', date: '$entry.date.text' },
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
