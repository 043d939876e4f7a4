// The files of a page's texts, and which of them is the page's own.

import type { Place } from '../api.ts'
import { pathOf } from '../state/target.ts'

/** The files in the order of their weight: that of a body first, then by the number of texts. */
export function filesOf(places: Place[]): string[] {
  const weights = new Map<string, number>()
  for (const place of places) {
    const path = pathOf(place)
    weights.set(path, (weights.get(path) ?? 0) + 1 + (place.field === '' ? places.length : 0))
  }
  return [...weights].sort(([, a], [, b]) => b - a).map(([path]) => path)
}
