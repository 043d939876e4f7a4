// A tiny site for the package's own tests: two languages, a page of each kind, one layout.

import type { Messages } from '@lingui/core'
import type { ReactNode } from 'react'
import type { LocaleCode, PageInput, Site } from '#/contract.ts'
import type { AppRoute, SiteDefinition } from '#/definition.ts'
import { prefixed } from '#/i18n/locales.ts'

type Row = Omit<AppRoute, 'id' | 'layout' | 'metadata'> & { id: string }

const rows: Row[] = [
  { id: 'home', path: '/' },
  { id: 'about', path: '/about' },
  { id: 'news', path: '/news', keepAlive: true, paginate: 'list' },
  { id: 'news-article', path: '/news/:id', entries: 'news' },
  { id: 'product', path: '/product', requiresAuth: true, middleware: ['auth'] },
  { id: 'login', path: '/login', guestOnly: true, middleware: ['auth'] },
  { id: 'privacy', path: '/privacy' },
  { id: 'not-found', path: '/404', status: 404 },
  { id: 'error-500', path: '/_error/500', status: 500, component: 'error' },
  { id: 'error-503', path: '/_error/503', status: 503, component: 'error' },
]

function Page() {
  return <h1>A page</h1>
}

const catalogs = import.meta.glob<{ messages: Messages }>('../../../../locales/*/{portico,forms,search,chat}.po')

/** The types that a site registers are the sample's: here its names are only texts. */
export const fixtureSite = {
  locales: [
    { code: 'zh-CN', name: '简体中文', dir: 'ltr', prefix: '', language: 'zh', default: true },
    { code: 'en', name: 'English', dir: 'ltr', prefix: 'en', language: 'en', formats: 'en-GB' },
  ],
  catalogs: Object.fromEntries(
    Object.entries(catalogs).map(([path, load]) => [path.replace('../../', '').replace('portico.po', 'site.po'), load]),
  ),
  routes: rows.map((row) => ({ ...row, layout: 'only', metadata: {} })),
  layouts: { only: ({ children }: { children: ReactNode }) => <main>{children}</main> },
  pages: Object.fromEntries(rows.map(({ id, component = id }) => [`./routes/${component}.tsx`, async () => ({ default: Page })])),
  destinations: { home: 'home', signIn: 'login', members: 'product', privacy: 'privacy', serverError: 'error-500' },
} as unknown as SiteDefinition

const settings = {
  name: { 'zh-CN': '站', en: 'Site' },
  runtime: { apiBase: '', localeCookie: 'i18n_redirected', storage: 'local', versionPollSeconds: 3600 },
} as unknown as Site

/** A page of the fixture site, without data. */
export function fixtureInput(route: string, locale: LocaleCode): PageInput {
  const path = (rows.find(({ id }) => id === route)?.path ?? `/${route}`).replace(':id', 'sample')
  return {
    renderer: '0'.repeat(32),
    route,
    path: prefixed(path, locale),
    locale,
    payload: {
      params: {},
      data: {},
      alternates: fixtureSite.locales.map(({ code }) => ({ locale: code, href: prefixed(path, code) })),
    },
    head: { title: `${route} title`, description: '', canonical: `https://site.example${prefixed(path, locale)}` },
    site: settings,
  }
}
