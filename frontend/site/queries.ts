// The content queries of each route, and the types of the answers.
//
// A field that the schemas do not know is a type error here; `PageData<'news'>` is the type that
// the page's component gets from `usePage`. Fields of a reference are reached by a dot:
// `industry.name`. No layout has a query: a list in a header would tie every page to every article.

import { type Answers, entry, type Field, latest, list, neighbours, related } from '@portico/app/page'

/** The entry of the collection `pages` that holds a page's own texts. */
function page<F extends Field<'pages'> = never>(slug: string, ...fields: F[]) {
  return entry<'pages', F | 'title' | 'summary'>('pages', slug, 'title', 'summary', ...fields)
}

/** Cases as a spread shows them, the newest first. */
function cases(options: { limit?: number } = {}) {
  return list(
    'cases',
    { sort: ['-date'], ...options },
    'slug',
    'title',
    'summary',
    'href',
    'date',
    'figures',
    'drawing',
    'company.name',
    'company.invested',
    'company.series',
  )
}

const asked = () => ({
  home: {
    page: page('home', 'kicker', 'lead', 'body', 'facts', 'sections'),
    years: list('financials', { sort: ['year'] }, 'year', 'assets'),
    cases: cases({ limit: 1 }),
    companies: list('companies', { sort: ['invested', 'name'] }, 'slug', 'name', 'href', 'invested', 'series'),
    industries: list('industries', { sort: ['order'] }, 'slug', 'name', 'summary', 'allocation'),
    news: latest('news', 5, 'title', 'date', 'href', 'category'),
  },
  about: {
    page: page('about', 'kicker', 'lead', 'body', 'facts', 'sections', 'timeline'),
    people: list('people', { sort: ['order'] }, 'slug', 'name', 'role', 'summary', 'joined'),
    companies: list('companies', { sort: ['invested', 'name'] }, 'slug', 'name', 'href', 'invested', 'partner.slug'),
  },
  financial: {
    page: page('financial', 'kicker', 'lead', 'body', 'facts', 'sections'),
    years: list('financials', { sort: ['year'] }, 'year', 'revenue', 'assets', 'carry', 'distributed', 'staff', 'note'),
  },
  'message-bp': {
    page: page('message-bp', 'kicker', 'lead', 'body', 'sections'),
    form: entry('forms', 'bp', 'fields', 'file'),
    sent: page('message-bp-sent', 'lead'),
  },
  'message-work': {
    page: page('message-work', 'kicker', 'lead', 'body', 'sections'),
    form: entry('forms', 'work', 'fields', 'file'),
    sent: page('message-work-sent', 'lead'),
  },
  'message-bp-sent': { page: page('message-bp-sent', 'kicker', 'lead', 'body') },
  'message-bp-failed': { page: page('message-failed', 'kicker', 'lead', 'body') },
  'message-work-sent': { page: page('message-work-sent', 'kicker', 'lead', 'body') },
  'message-work-failed': { page: page('message-failed', 'kicker', 'lead', 'body') },
  'message-state': { page: page('message-state', 'kicker', 'lead') },
  industry: {
    page: page('industry', 'kicker', 'lead', 'body', 'sections'),
    industries: list('industries', { sort: ['order'] }, 'slug', 'name', 'summary', 'allocation', 'questions', 'body'),
    companies: list('companies', { sort: ['invested', 'name'] }, 'slug', 'name', 'href', 'invested', 'industry.slug'),
  },
  invested: {
    page: page('invested', 'kicker', 'lead', 'body', 'sections'),
    companies: list(
      'companies',
      { sort: ['-invested', 'name'] },
      'slug',
      'name',
      'href',
      'summary',
      'invested',
      'stage',
      'status',
      'fund',
      'series',
      'industry.slug',
      'industry.name',
    ),
  },
  total: {
    page: page('total', 'kicker', 'lead', 'body', 'sections'),
    total: entry('totals', 'total', 'counters', 'years'),
  },
  company: {
    entry: entry(
      'companies',
      ':id',
      'slug',
      'name',
      'summary',
      'city',
      'founded',
      'invested',
      'stage',
      'status',
      'fund',
      'series',
      'figures',
      'quote',
      'body',
      'industry.slug',
      'industry.name',
    ),
    cases: list('cases', { sort: ['-date'], filter: { company: ':id' } }, 'title', 'summary', 'href', 'figures'),
    news: list('news', { sort: ['-date'], filter: { company: ':id' }, limit: 5 }, 'title', 'date', 'href', 'category'),
    related: related('companies', ['industry'], 3, 'name', 'summary', 'href', 'series'),
    neighbours: neighbours('companies', ['-invested', 'name'], 'name', 'href'),
  },
  cases: {
    page: page('cases', 'kicker', 'lead', 'body', 'sections'),
    cases: cases(),
  },
  case: {
    entry: entry(
      'cases',
      ':id',
      'slug',
      'title',
      'summary',
      'date',
      'problem',
      'approach',
      'result',
      'figures',
      'drawing',
      'quote',
      'timeline',
      'body',
      'company.name',
      'company.href',
      'company.summary',
      'company.city',
      'company.invested',
      'company.series',
    ),
    cases: list('cases', { sort: ['-date'] }, 'slug', 'title', 'href', 'figures', 'company.name'),
  },
  chat: { page: page('chat', 'kicker', 'lead', 'sections') },
  product: {
    page: page('product', 'kicker', 'lead', 'facts', 'body', 'sections'),
    letters: latest(
      'letters',
      4,
      'slug',
      'title',
      'summary',
      'date',
      'quarter',
      'place',
      'signed',
      'figures',
      'holdings',
      'changes',
      'body',
    ),
    companies: list('companies', { sort: ['name'] }, 'slug', 'name', 'href', 'industry.name'),
  },
  news: {
    page: page('news', 'kicker', 'lead', 'body', 'sections'),
    list: list(
      'news',
      { sort: ['-date'], pageSize: 8 },
      'title',
      'summary',
      'date',
      'author',
      'category',
      'href',
      'company.name',
      'company.href',
      'company.series',
    ),
  },
  'news-article': {
    entry: entry(
      'news',
      ':id',
      'title',
      'summary',
      'date',
      'author',
      'category',
      'tags',
      'body',
      'company.name',
      'company.href',
      'company.series',
    ),
    related: related('news', ['tags', 'category'], 5, 'title', 'date', 'href'),
    neighbours: neighbours('news', ['date'], 'title', 'date', 'href'),
  },
  search: { page: page('search', 'kicker', 'lead', 'sections') },
  login: { page: page('login', 'kicker', 'lead', 'body', 'sections') },
  'feishu-ai': { page: page('feishu-ai', 'kicker', 'lead', 'body', 'sections'), chat: page('chat', 'sections') },
  'feishu-supplier': { page: page('feishu-supplier', 'kicker', 'lead', 'body', 'sections') },
  terms: { page: page('terms', 'kicker', 'lead', 'body', 'headings', 'updatedAt') },
  privacy: { page: page('privacy', 'kicker', 'lead', 'body', 'headings', 'updatedAt') },
  'not-found': { page: page('not-found', 'lead') },
})

/**
 * By route id. The generator runs them; a browser runs none, and its code is built without them.
 */
export const queries: Queries = import.meta.env.PROD && !import.meta.env.SSR ? ({} as never) : asked()

/** Queries of all routes, by id. */
export type Queries = ReturnType<typeof asked>

/** `usePage().data` on a route's pages: query name → answer. */
export type PageData<R extends keyof Queries> = Answers<Queries[R]>
