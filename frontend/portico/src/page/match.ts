// The route that an address belongs to. The match is exact: no case folding, no trailing slash, no
// alias (R2.28).

import { matchPath } from 'react-router'
import type { LocaleCode } from '#/contract.ts'
import { type AppRoute, definition } from '#/definition.ts'
import { unprefixed } from '#/i18n/locales.ts'
import { RouteError } from '#/page/route-error.ts'

export type Match = { route: AppRoute; locale: LocaleCode; params: Record<string, string> }

/** Slugs in the form of content folder names. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** A page of a list after the first; the first is the list itself. */
const LATER_PAGE = /^(?:[2-9]|[1-9]\d+)$/

/**
 * The route of a path with its locale's prefix. Throws a `RouteError` with status 404 if there is
 * none.
 */
export function matchRoute(pathname: string): Match {
  const { locale, path } = unprefixed(pathname)
  for (const route of definition().routes) {
    const params = paramsOf(route, path)
    if (params === undefined) continue
    if (params.id !== undefined && !SLUG.test(params.id)) throw new RouteError(404, `Page Not Found: ${pathname}`, pathname, true)
    return { route, locale, params }
  }
  throw new RouteError(404, `Page not found: ${pathname}`, pathname)
}

function paramsOf(route: AppRoute, path: string): Record<string, string> | undefined {
  const own = exact(route.path, path)
  if (own !== undefined || route.paginate === undefined) return own
  const paged = exact(`${route.path}/page/:page`, path)
  return paged?.page !== undefined && LATER_PAGE.test(paged.page) ? paged : undefined
}

function exact(pattern: string, path: string): Record<string, string> | undefined {
  if (path !== '/' && path.endsWith('/')) return undefined
  const match = matchPath({ path: pattern, caseSensitive: true, end: true }, path)
  return match === null ? undefined : (match.params as Record<string, string>)
}
