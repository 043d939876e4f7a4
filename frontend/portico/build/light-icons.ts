// A Vite plugin: of each Phosphor icon, which comes in six weights, only the light one is built. It
// is the only one that ui/Icon shows, and a sixth of the bytes. The names of its components, which
// only developers' tools show, are left out.

import type { Plugin } from 'vite'

const DEFINITION = /@phosphor-icons\/react\/dist\/defs\/\w+\.es\.js$/
const COMPONENT = /@phosphor-icons\/react\/dist\/(ssr|lib)\/\w+\.es\.js$/

/**
 * The plugin. The build fails if the form of an icon's file has changed: then this must be
 * rewritten or left out.
 */
export function lightIcons(): Plugin {
  return {
    name: 'light-icons',
    transform(code, id) {
      if (DEFINITION.test(id)) return { code: lightOnly(code, id), map: null }
      return COMPONENT.test(id) ? { code: nameless(code), map: null } : undefined
    },
  }
}

/** The module `id` of an icon with the weight `light` alone: a map of one. */
export function lightOnly(code: string, id: string): string {
  const [all, weights = ''] = /new Map\(\[([\s\S]*)\]\)/.exec(code) ?? []
  const [light] = /\[\s*"light",[\s\S]*?\n {2}\](?=,|\n)/.exec(weights) ?? []
  if (all === undefined || light === undefined) {
    throw new Error(`${id}: its weights are not listed as expected; see portico/build/light-icons.ts`)
  }
  return code.replace(all, `new Map([${light}])`)
}

/** A component's module without the name that developers' tools show. */
export function nameless(code: string): string {
  return code.replace(/^\w+\.displayName = "\w+";$/mu, '')
}
