// A route's meta with its layout's defaults (R2.22): values are merged, except in the keys that
// `override` names.

import { type AppRoute, definition, type Meta } from '#/definition.ts'

/**
 * Flags: the route's, else the layout's. Middleware: the layout's, then the route's. An overridden
 * key is the route's alone.
 */
export function metaOf(route: AppRoute, defaults: Partial<Meta> = definition().layoutMeta?.[route.layout] ?? {}): Meta {
  const kept = (key: keyof Meta) => !route.override?.includes(key)
  const flag = (key: 'keepAlive' | 'requiresAuth' | 'guestOnly') => route[key] ?? (kept(key) && defaults[key] === true)
  const inherited = kept('middleware') ? (defaults.middleware ?? []) : []
  return {
    keepAlive: flag('keepAlive'),
    requiresAuth: flag('requiresAuth'),
    guestOnly: flag('guestOnly'),
    middleware: [...new Set([...inherited, ...(route.middleware ?? [])])],
  }
}

/**
 * Guard, framing and CSP belong to the document: routes that differ in these are entered and left
 * by full navigation.
 */
export function documentClass(route: AppRoute): string {
  const { requiresAuth, guestOnly } = metaOf(route)
  return `${route.headerClass ?? 'page'}/${requiresAuth}/${guestOnly}`
}
