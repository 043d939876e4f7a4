// The TypeScript types against the crate's golden files: a key that only one side knows fails here.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { UserInfo } from '#/api/calls.ts'
import type {
  DocumentAssets,
  Head,
  HeaderClass,
  Hello,
  InlineState,
  Latest,
  Locale,
  Meta,
  Metadata,
  PageFile,
  PageFrame,
  Payload,
  PayloadFile,
  Query,
  RefusalsFile,
  Rendered,
  RenderedFile,
  ResultsFile,
  ResultsParts,
  Route,
  RouteRule,
  SiteFrame,
} from '#/contract.ts'
import { BODY_TOKEN, CONTRACT_VERSION } from '#/contract.ts'

/** Every key of a type, and whether it may be missing: the compiler compares this with the type. */
type Shape<T> = { [K in keyof T]-?: undefined extends T[K] ? 'optional' : 'required' }
type QueryOf<Kind> = Extract<Query, { query: Kind }>

const golden = new URL('../../../contract/tests/golden/', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(name, golden), 'utf8'))

const hello: Shape<Hello> = {
  contract: 'required',
  node: 'required',
  routes: 'required',
  assets: 'required',
  headerClasses: 'optional',
}
const headerClass: Shape<HeaderClass> = { frameAncestors: 'optional', scriptSources: 'optional' }
const documentAssets: Shape<DocumentAssets> = { scripts: 'required', styles: 'required', preloads: 'required' }
const resultsFile: Shape<ResultsFile> = {
  places: 'required',
  parts: 'required',
  everything: 'required',
  kinds: 'required',
  page: 'required',
  months: 'required',
}
const resultsParts: Shape<ResultsParts> = {
  title: 'required',
  question: 'required',
  answer: 'required',
  found: 'required',
  nothing: 'required',
  limited: 'required',
  failed: 'required',
  didYouMean: 'required',
  kinds: 'required',
  kind: 'required',
  chosenKind: 'required',
  hits: 'required',
  hit: 'required',
  date: 'required',
  passage: 'required',
  plainPassage: 'required',
  mark: 'required',
  pager: 'required',
  previous: 'required',
  next: 'required',
}
const refusalsFile: Shape<RefusalsFile> = {
  title: 'required',
  parts: 'required',
  notes: 'required',
  rules: 'required',
  fileAgain: 'required',
}
const refusalParts: Shape<RefusalsFile['parts']> = {
  summary: 'required',
  item: 'required',
  reason: 'required',
  captcha: 'required',
}
const refusalNotes: Shape<RefusalsFile['notes']> = {
  questions: 'required',
  person: 'required',
  personAgain: 'required',
  busy: 'required',
  away: 'required',
  other: 'required',
}
const route: Shape<Route> = {
  id: 'required',
  path: 'required',
  layout: 'required',
  keepAlive: 'optional',
  requiresAuth: 'optional',
  guestOnly: 'optional',
  middleware: 'optional',
  override: 'optional',
  entries: 'optional',
  paginate: 'optional',
  data: 'optional',
  metadata: 'required',
  headerClass: 'optional',
  status: 'optional',
  files: 'optional',
}
const pageFile: Shape<PageFile> = { name: 'required', type: 'required' }
const metadata: Shape<Metadata> = {
  title: 'optional',
  description: 'optional',
  jsonLd: 'optional',
  image: 'optional',
  priority: 'optional',
  card: 'optional',
}
const queries: { [Kind in Query['query']]: Shape<QueryOf<Kind>> } = {
  entry: { query: 'required', collection: 'required', slug: 'required', fields: 'required' },
  list: {
    query: 'required',
    collection: 'required',
    sort: 'optional',
    filter: 'optional',
    pageSize: 'optional',
    limit: 'optional',
    fields: 'required',
  },
  related: {
    query: 'required',
    collection: 'required',
    slug: 'required',
    by: 'required',
    limit: 'required',
    fields: 'required',
  },
  neighbours: { query: 'required', collection: 'required', slug: 'required', sort: 'required', fields: 'required' },
  latest: { query: 'required', collection: 'required', limit: 'required', fields: 'required' },
  config: { query: 'required', keys: 'required' },
}
const payload: Shape<Payload> = { params: 'required', data: 'required', alternates: 'required', contentLocale: 'optional' }
const head: Shape<Head> = {
  title: 'required',
  description: 'required',
  keywords: 'optional',
  image: 'optional',
  imageSize: 'optional',
  noindex: 'optional',
  canonical: 'required',
  hreflang: 'optional',
  jsonLd: 'optional',
}
const common = { route: 'required', path: 'required', locale: 'required', payload: 'required', head: 'required' } as const
const pageFrame: Shape<PageFrame> = { ...common, renderer: 'required', site: 'required' }
const siteFrame: Shape<SiteFrame> = { hash: 'required', site: 'required' }
const payloadFile: Shape<PayloadFile> = { ...common, app: 'required' }
const inlineState: Shape<InlineState> = { ...common, app: 'required', site: 'required' }
const rendered: Shape<Rendered> = { htmlFields: 'required', files: 'optional', error: 'optional', failedFile: 'optional' }
const renderedFile: Shape<RenderedFile> = { name: 'required', size: 'required' }
const latest: Shape<Latest> = { id: 'required', timestamp: 'required', app: 'required' }
const meta: Shape<Meta> = { id: 'required', app: 'required', locales: 'required', routes: 'required', prerendered: 'optional' }
const locale: Shape<Locale> = {
  code: 'required',
  name: 'required',
  dir: 'required',
  prefix: 'required',
  language: 'required',
  default: 'optional',
  formats: 'optional',
}
const routeRule: Shape<RouteRule> = {
  id: 'required',
  path: 'required',
  requiresAuth: 'optional',
  guestOnly: 'optional',
  prerender: 'optional',
}
const userInfo: Shape<UserInfo> = { name: 'required', email: 'required', roles: 'required' }

/** Golden files that are not read here: most belong to generator, gateway and origin. */
const NOT_OURS = [
  'control-answers.json',
  'control-events.json',
  'control-requests.json',
  // The types are generated from it.
  'enumerations.json',
  // Read by the rules' own tests.
  'form-cases.json',
  'history.json',
  'index.json',
  'origin-data.json',
  'preview.json',
  'search-page.json',
  'shard.json',
]

const checks: Record<string, (value: any) => void> = {
  'envelope-user-info.json': (value) => {
    expect(Object.keys(value).sort()).toEqual(['code', 'data', 'msg'])
    fits(value.data, userInfo)
  },
  'hello.json': (value) => {
    fits(value, hello)
    expect(value.contract).toBe(CONTRACT_VERSION)
    for (const row of value.routes) fitsRoute(row)
    for (const definition of Object.values<object>(value.headerClasses)) fits(definition, headerClass)
    for (const byLocale of Object.values<object>(value.assets)) {
      for (const assets of Object.values(byLocale)) fits(assets, documentAssets)
    }
  },
  'inline-state.json': (value) => fitsPage(value, inlineState),
  'latest.json': (value) => fits(value, latest),
  'meta.json': (value) => {
    fits(value, meta)
    for (const row of value.locales) fits(row, locale)
    for (const row of value.routes) fits(row, routeRule)
  },
  'page-input.json': (value) => {
    fitsPage(value, pageFrame)
    expect(value.payload.data.entry.body).toMatch(new RegExp(`^${BODY_TOKEN}[0-9a-f]{32}$`))
  },
  'payload-file.json': (value) => fitsPage(value, payloadFile),
  'refusals-file.json': (value) => {
    fits(value, refusalsFile)
    fits(value.parts, refusalParts)
    fits(value.notes, refusalNotes)
  },
  'rendered-error.json': (value) => fits(value, rendered),
  'rendered-file-error.json': (value) => fits(value, rendered),
  'rendered-files.json': (value) => {
    fits(value, rendered)
    for (const file of value.files) fits(file, renderedFile)
  },
  'rendered.json': (value) => fits(value, rendered),
  'results-file.json': (value) => {
    fits(value, resultsFile)
    fits(value.parts, resultsParts)
  },
  'site-frame.json': (value) => fits(value, siteFrame),
}

describe('contract', () => {
  it.each(Object.keys(checks))('%s has the shape of the TypeScript type', (name) => {
    const check = checks[name]!
    expect.hasAssertions()
    check(read(name))
  })

  it('knows every golden file there is', () => {
    expect(readdirSync(golden).sort()).toEqual([...Object.keys(checks), ...NOT_OURS].sort())
  })
})

function fitsRoute(value: any): void {
  fits(value, route)
  fits(value.metadata, metadata)
  for (const file of value.files ?? []) fits(file, pageFile)
  for (const query of Object.values<any>(value.data ?? {})) {
    expect(Object.keys(queries)).toContain(query.query)
    fits(query, queries[query.query as Query['query']])
  }
}

function fitsPage(value: any, shape: object): void {
  fits(value, shape)
  fits(value.payload, payload)
  fits(value.head, head)
}

function fits(value: any, shape: object): void {
  const known = Object.entries(shape)
  expect(known.map(([key]) => key)).toEqual(expect.arrayContaining(Object.keys(value)))
  const required = known.filter(([, presence]) => presence === 'required').map(([key]) => key)
  expect(Object.keys(value)).toEqual(expect.arrayContaining(required))
}
