// The files of a page's texts, and which of them is the page's own.

import type { Place } from '../api.ts'
import { pathOf } from '../state/target.ts'

/**
 * The files in the order of their weight: that of a body first, then by the number of texts;
 * settings of the whole site, which every page shows, are the last.
 */
export function filesOf(places: Place[]): string[] {
  const weights = new Map<string, number>()
  for (const place of places) {
    const path = pathOf(place)
    weights.set(path, (weights.get(path) ?? 0) + 1 + (place.field === '' ? places.length : 0))
  }
  const isSetting = (path: string) => Number(!path.includes('/'))
  return [...weights].sort(([p, a], [q, b]) => isSetting(p) - isSetting(q) || b - a).map(([path]) => path)
}
