// Addresses by route id, so that no component writes a path.

import { generatePath } from 'react-router'
import type { LocaleCode } from '#/contract.ts'
import { definition } from '#/definition.ts'
import { prefixed } from '#/i18n/locales.ts'
import { matchRoute } from '#/page/match.ts'
import { usePage } from '#/page/page.tsx'
import { RouteError } from '#/page/route-error.ts'
import type { RouteId } from '#/register.ts'

/**
 * The path of a route in a language: (`news-article`, {id}, en) → `/en/news/<id>`; with `page` the
 * page of a paginated list.
 */
export function href(routeId: RouteId, params: Record<string, string>, locale: LocaleCode): string {
  const route = definition().routes.find((candidate) => candidate.id === routeId)
  if (route === undefined) throw new Error(`href: no route \`${routeId}\``)
  const { page, ...rest } = params
  // Most addresses are those of a page's frame: every page has a dozen of them.
  const path = route.path.includes(':') ? generatePath(route.path, rest) : route.path
  const paged = page === undefined || page === '1' ? path : `${path}/page/${page}`
  return prefixed(paged, locale)
}

/** True for errors: their document is served in place of any other. */
export function standsIn(routeId: string): routeId is RouteId {
  return definition().routes.find(({ id }) => id === routeId)?.status !== undefined
}

/** Whether a page could exist at an address (R8.01): false if no entry could have such a name. */
export function couldExist(pathname: string): boolean {
  try {
    matchRoute(pathname)
    return true
  } catch (error) {
    return !(error instanceof RouteError && error.misnamed)
  }
}

/** `href` in the language of the page around the component. */
export function useHref(): (routeId: RouteId, params?: Record<string, string>) => string {
  const { locale } = usePage()
  return (routeId, params = {}) => href(routeId, params, locale)
}
