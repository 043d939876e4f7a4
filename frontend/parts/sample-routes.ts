// Routes of a layout with additional rules, and the site that has them.

import type { AppRoute, SiteDefinition } from '@portico/app'
import { site } from '#/site.ts'

/** The rules that the layout `login` brings here; it has none on the site. */
export const layoutRules = { keepAlive: true, middleware: ['user-auth'] }

export const partsSite: SiteDefinition = { ...site, layoutMeta: { ...site.layoutMeta, login: layoutRules } }

const route = (id: string, rules: Partial<AppRoute>): AppRoute => ({
  id,
  path: `/${id}`,
  layout: 'login',
  metadata: {},
  ...rules,
})

export const sampleRoutes = [
  route('inherited', {}),
  route('merged', { keepAlive: false, middleware: ['auth'] }),
  route('replaced', { middleware: ['auth'], override: ['middleware'] }),
  route('emptied', { override: ['keepAlive', 'middleware'] }),
]
