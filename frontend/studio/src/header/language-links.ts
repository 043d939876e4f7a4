// The same page in other languages. A page names them in its head; one that search engines do not
// read has the same path behind each language's prefix.

import type { SiteLocale } from '../api.ts'

/** A page and the name of its language. */
export type LanguageLink = { path: string; name: string }

/** The links, in the order of the site's languages. */
export function languageLinks(html: string, path: string, locales: SiteLocale[]): LanguageLink[] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const named = locales.flatMap(({ code, name }) => {
    const href = page.querySelector(`link[rel="alternate"][hreflang="${code}"]`)?.getAttribute('href')
    return href == null ? [] : [{ path: new URL(href, window.location.origin).pathname, name }]
  })
  if (named.length > 0) return named
  const rest = withoutPrefix(path, locales)
  return locales.map(({ prefix, name }) => ({ path: rootOf(prefix) + rest || '/', name }))
}

/** The path in its language; empty for the home page. */
function withoutPrefix(path: string, locales: SiteLocale[]): string {
  const roots = locales.map(({ prefix }) => rootOf(prefix)).filter((root) => root !== '')
  const root = roots.find((each) => path === each || path.startsWith(`${each}/`)) ?? ''
  return path.slice(root.length).replace(/\/$/, '')
}

/** `en` and `/en` as `/en`. */
const rootOf = (prefix: string) => prefix.replace(/^\/?(?=.)/, '/')
