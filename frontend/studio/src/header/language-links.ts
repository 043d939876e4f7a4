// The same page in other languages, by the links of its head.

import type { SiteLocale } from '../api.ts'

/** A page and the name of its language. */
export type LanguageLink = { path: string; name: string }

/** The links, in the order of the site's languages. */
export function languageLinks(html: string, locales: SiteLocale[]): LanguageLink[] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  return locales.flatMap(({ code, name }) => {
    const href = page.querySelector(`link[rel="alternate"][hreflang="${CSS.escape(code)}"]`)?.getAttribute('href')
    return href == null ? [] : [{ path: new URL(href, window.location.origin).pathname, name }]
  })
}
