// Components of pages by route: `routes/<component>.tsx` of the site, one chunk each.

import type { ComponentType } from 'react'
import { type AppRoute, definition } from '#/definition.ts'

/** The file that holds a route's component, without its folder and ending. */
export function componentName({ component, id }: Pick<AppRoute, 'component' | 'id'>): string {
  return component ?? id
}

/** A route's component; the module cache keeps it. */
export async function loadComponent(route: AppRoute): Promise<ComponentType> {
  const load = definition().pages[`./routes/${componentName(route)}.tsx`]
  if (load === undefined) throw new Error(`there is no routes/${componentName(route)}.tsx`)
  return (await load()).default
}

/** The component of every route, by the route's id. */
export async function loadComponents(): Promise<Map<string, ComponentType>> {
  const { routes } = definition()
  return new Map(await Promise.all(routes.map(async (route) => [route.id, await loadComponent(route)] as const)))
}
