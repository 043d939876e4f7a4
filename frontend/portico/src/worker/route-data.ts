// A route as the generator reads it.

import { metaOf } from '#/app/meta.ts'
import type { Route } from '#/contract.ts'
import type { AppRoute } from '#/definition.ts'

/**
 * The row of a route, with the guard of its layout. Generator and gateway know no layouts: without
 * the guard the pages of a guarded layout would be published for everyone.
 */
export function routeData(route: AppRoute): Route {
  const { component: _, ...row } = route
  const { requiresAuth, guestOnly } = metaOf(route)
  return { ...row, requiresAuth, guestOnly }
}
