// Components of pages by route: `src/routes/<component>.tsx`, one chunk each. They are found by
// their names, so that the route table is data only and anything may read it.

import type { ComponentType } from 'react'
import { type AppRoute, routes } from '#/page/routes.ts'

const modules = import.meta.glob<{ default: ComponentType }>(['../routes/*.tsx', '!**/*.test.tsx'])

/** The file that holds a route's component, without its folder and ending. */
export function componentName({ component, id }: Pick<AppRoute, 'component' | 'id'>): string {
  return component ?? id
}

/** A route's component; the module cache keeps it. */
export async function loadComponent(route: AppRoute): Promise<ComponentType> {
  const load = modules[`../routes/${componentName(route)}.tsx`]
  if (load === undefined) throw new Error(`route \`${route.id}\`: there is no src/routes/${componentName(route)}.tsx`)
  return (await load()).default
}

/** The component of every route, by the route's id. */
export async function loadComponents(): Promise<Map<string, ComponentType>> {
  return new Map(await Promise.all(routes.map(async (route) => [route.id, await loadComponent(route)] as const)))
}
