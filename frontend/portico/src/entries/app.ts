// The site in one value, its start in the browser, and the types that it registers.

export { metaOf } from '#/app/meta.ts'
export { runMiddleware, type SessionView } from '#/app/middleware.ts'
export { start } from '#/app/start.tsx'
export type { HeaderClass, Locale, Route } from '#/contract.ts'
export {
  type AppRoute,
  type Destinations,
  type HeaderClasses,
  type Layout,
  type Meta,
  type RouteRow,
  routesOf,
  routeTable,
  type SessionPart,
  type SiteDefinition,
  setDefinition,
} from '#/definition.ts'
// A star, because TypeScript merges a site's `declare module` only into names of a star.
export type * from '#/register.ts'
