// The state of the app at one moment, as a value: the worker makes one per page, the browser one
// per navigation.

import type { I18n } from '@lingui/core'
import type { ComponentType } from 'react'
import type { Location, NavigationType } from 'react-router'
import type { AppRoute } from '#/definition.ts'
import type { PageSource } from '#/page/page.tsx'

/** A page with everything it needs to render synchronously. */
export type LoadedPage = {
  route: AppRoute
  source: PageSource
  Page: ComponentType
  i18n: I18n
  /** The address where it was last shown; a page in the background keeps its address. */
  location: Location
}

export type NavigationState = {
  current: LoadedPage
  /** Pages in the background, most recently shown first. */
  kept: LoadedPage[]
  type: NavigationType
}

/** Pages under one layout in one language. */
export type Layer = { key: string; pages: LoadedPage[]; visible: boolean }

/** Key of a page: the same path is the same page, whatever its query. */
export function pageKey(page: LoadedPage): string {
  return page.source.path
}

/** A location that has only a path: markup is rendered for it. */
export function bareLocation(path: string): Location {
  return { pathname: path, search: '', hash: '', state: null, key: 'default', mask: undefined }
}

/**
 * The pages grouped by language and layout, the visible one first, so that a fragment finds its
 * ids.
 */
export function layersOf({ current, kept }: NavigationState): Layer[] {
  const layers = new Map<string, Layer>()
  for (const page of [current, ...kept]) {
    const key = layerKey(page)
    const layer = layers.get(key)
    if (layer === undefined) layers.set(key, { key, pages: [page], visible: page === current })
    else layer.pages.push(page)
  }
  return [...layers.values()]
}

function layerKey({ route, source }: LoadedPage): string {
  return `${source.locale}/${route.layout}`
}
