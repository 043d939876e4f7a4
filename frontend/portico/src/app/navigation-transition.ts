// The decisions of navigation: where a link leads, and what an arrival changes. PURE.

import { type Location, NavigationType } from 'react-router'
import { metaOf } from '#/app/meta.ts'
import { type LoadedPage, type NavigationState, pageKey } from '#/app/navigation-state.ts'

/** Pages that are kept alive in the background at most. */
export const KEPT_MAX = 5

/** The location to which a link or a call leads from `here`. */
export function targetOf(shown: NavigationState, here: Location, { pathname, search, hash }: URL): Location {
  const kept = keptAt(shown, pathname)
  // A link to a list that is kept opens that list with its last filters; a link to another language
  // opens the same list.
  const meant = kept?.source.locale === shown.current.source.locale ? kept.location.search : ''
  return { ...here, pathname, search: search === '' && hash === '' ? meant : search, hash }
}

/** The state after an arrival, and the facts that decide the scroll position. */
export type Arrival = [
  shown: NavigationState,
  pageChanged: boolean,
  /** The same page in another language keeps its scroll position. */
  switched: boolean,
  /** The history entry whose scroll position is taken up. */
  lastEntry: Location | undefined,
]

/** `page` is shown at `location`; the previous page is kept if its route is configured so. */
export function arrivalOf(before: NavigationState, page: LoadedPage, location: Location, type: NavigationType): Arrival {
  const { current: last, kept: others } = before
  const pageChanged = page !== last
  const current = { ...page, location }
  const leaving = pageChanged && metaOf(last.route).keepAlive ? [last] : []
  const kept = [...leaving, ...others].filter((other) => pageKey(other) !== pageKey(current)).slice(0, KEPT_MAX)
  const lastEntry = type === NavigationType.Pop ? location : others.includes(page) ? page.location : undefined
  const switched = pageChanged && page.route === last.route && page.source.locale !== last.source.locale
  return [{ current, kept, type }, pageChanged, switched, lastEntry]
}

/** The page of a path among those in the background. */
export function keptAt({ kept }: NavigationState, pathname: string): LoadedPage | undefined {
  return kept.find((page) => page.location.pathname === pathname)
}
