// The current page, for the components inside it: `usePage`, `useSite`.
//
// A context and not a store, because several pages live side by side (keep-alive), each with its
// data, and because the worker renders many pages without a trace of one in the next.

import { createContext, type ReactNode, useContext } from 'react'
import type { Alternate, Head, Json, LocaleCode, Payload, Site } from '#/contract.ts'

/** A page as components see it. */
export type PageValue<Data> = {
  /** Route id. */
  route: string
  /** Path on this site, with the locale's prefix. */
  path: string
  locale: LocaleCode
  params: Record<string, string>
  /** Query name → answer. */
  data: Data
  /** The same page in every locale it exists in, this one included. */
  alternates: Alternate[]
  /** The locale of the content, where it differs from the page's. */
  contentLocale?: LocaleCode
  head: Head
}

/** A page without its payload's wrapping, as `PageProvider` takes it. */
export type PageSource = { route: string; path: string; locale: LocaleCode; payload: Payload; head: Head }

const PageContext = createContext<PageValue<{ [query: string]: Json }> | null>(null)
const SiteContext = createContext<Site | null>(null)

/** Makes `page` the page of everything below. */
export function PageProvider({ page, children }: { page: PageSource; children: ReactNode }) {
  const { payload, ...rest } = page
  return <PageContext value={{ ...rest, ...payload }}>{children}</PageContext>
}

/** Makes the site's public configuration known to everything below. */
export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>
}

/**
 * The page that contains this component. `Data` is the type of the route's query results: declared
 * by the caller, checked by the content types.
 */
export function usePage<Data = { [query: string]: Json }>(): PageValue<Data> {
  const page = useContext(PageContext)
  if (page === null) throw new Error('usePage: a component is rendered by the app, never alone')
  return page as PageValue<Data>
}

/** The public part of `site.yaml`, the same on every page. */
export function useSite(): Site {
  const site = useContext(SiteContext)
  if (site === null) throw new Error('useSite: a component is rendered by the app, never alone')
  return site
}
