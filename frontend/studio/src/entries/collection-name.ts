// Names of collections for people.

import type { StudioInfo } from '../api.ts'
import { labelOf } from '../lib/schema.ts'

/** The title of a collection's schema, or its folder as words. */
export function collectionName(info: StudioInfo | null, name: string): string {
  return labelOf(name, info?.collections.find((collection) => collection.name === name)?.schema)
}
