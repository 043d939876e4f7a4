// The readable names of the browser's scripts: `assets/chunks/route-home-1a2b3c4d.js`.
//
// A script keeps its stem, `route-home-`, from release to release, so that a browser that has one
// fetches only the difference to its successor (docs/decisions/033-chunks-after-a-release.md).
// Generator and gateway read the stem from the name: contract/src/predecessor.rs.

import { basename, extname } from 'node:path'

/** The facts of a chunk from which its stem is made. */
export type NamedChunk = { name: string; facadeModuleId?: string | null; moduleIds: readonly string[] }

const ROUTE = /\/site\/routes\/[\w-]+\.tsx$/
const CATALOG = /\/locales\/([\w-]+)\/[\w-]+\.po$/
const BUNDLER = /^rolldown-/
/** Words after the first one that make a name long. */
const LONG = 2
const FEATURE = /\/features\/([\w-]+)\//

/**
 * The options of an output by which its scripts have stems. The hash is of lower-case letters and
 * digits: a hyphen ends the stem.
 */
export function namedScripts() {
  const unique = uniqueStems()
  return {
    hashCharacters: 'base36' as const,
    entryFileNames: 'assets/chunks/app-[hash:7].js',
    chunkFileNames: (chunk: NamedChunk) => `assets/chunks/${unique(chunk)}-[hash:7].js`,
  }
}

/** Stems, each of one chunk: if two chunks have the same name, the second gets a number. */
export function uniqueStems(): (chunk: NamedChunk) => string {
  const owners = new Map<string, string>()
  return (chunk) => {
    const [stem, owner] = [stemOf(chunk), chunk.facadeModuleId ?? chunk.moduleIds.join()]
    for (let number = 1; ; number++) {
      const name = number === 1 ? stem : `${stem}-${number}`
      const known = owners.get(name)
      if (known === undefined) owners.set(name, owner)
      if (known === undefined || known === owner) return name
    }
  }
}

/** The stem of a chunk: its name, and the part of the site that the name belongs to. */
function stemOf({ name, facadeModuleId }: NamedChunk): string {
  const facade = facadeModuleId ?? ''
  const own = basename(name, extname(name)).replace(BUNDLER, '')
  if (ROUTE.test(facade)) return kebab(`route-${own}`)
  const [, locale] = CATALOG.exec(facade) ?? []
  if (locale !== undefined) return kebab(`${locale}-${own}`)
  const [, feature = ''] = FEATURE.exec(facade) ?? []
  return short(kebab(own.startsWith(feature) ? own : `${feature}-${own}`))
}

/**
 * The first word of a long name and the initials of the others: scripts name each other, so every
 * letter is loaded several times.
 */
function short(name: string): string {
  const [first, ...others] = name.split('-')
  return others.length < LONG ? name : `${first}-${others.map((word) => word[0]).join('')}`
}

/** Lower-case letters, digits and single hyphens: `DialogWindow` is `dialog-window`. */
function kebab(name: string): string {
  const words = name.replace(/([a-z\d])(?=[A-Z])/g, '$1-').toLowerCase()
  return words.replace(/[^a-z\d]+/g, '-').replace(/^-|-$/g, '') || 'part'
}
