// Which chunk a module of the browser's app belongs to.
//
// The bundler alone makes a chunk for each set of routes that share a module: 26 scripts for a
// first visit, most of a few hundred bytes. Here a visit loads the libraries, the app, the modules
// that many routes share, those that its route shares with few, and its route.

import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { namedScripts } from './chunk-stems.ts'

/** The imports of modules, as the bundler reports them. */
export type ModuleGraph = {
  getModuleInfo(id: string): {
    code: string | null
    importedIds: readonly string[]
    dynamicallyImportedIds: readonly string[]
  } | null
}

/**
 * One of the bundler's groups: if several match a module, the one with the highest priority takes
 * it.
 */
type ChunkGroup = {
  name: string | ((id: string, graph: ModuleGraph) => string | null)
  debugName: string
  test?: RegExp
  priority: number
}

/** The libraries of every page change seldom: visitors keep this chunk over many releases. */
const VENDOR = /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser|zustand|@lingui|unraw)\//

const ROUTE = /\/site\/routes\/[\w-]+\.tsx$/

/** Routes whose documents are shown after an error: their modules are part of the app. */
const ERROR_ROUTE = /\/site\/routes\/(error|not-found)\.tsx$/

/**
 * The share of all routes from which on a module is loaded together with the other modules that are
 * shared as widely.
 */
const MOST = 1 / 2
const MANY = 1 / 5

const SHARED_BY_MOST = 'most'
const SHARED_BY_MANY = 'many'

/**
 * Bytes of source that few routes must share to be worth a request of their own; fewer bytes are
 * added to the modules that many share.
 */
const WORTH_A_REQUEST = 2050

/**
 * The plugin that sets the groups and the names of scripts. It sets them last, because vike adds a
 * group of its own that makes a chunk of each style sheet's class names; the fault it works around
 * (https://github.com/vikejs/vike/issues/1815) cannot happen where there is one style sheet.
 */
export function chunkGroupsPlugin(root: string): Plugin {
  return {
    name: 'chunk-groups',
    enforce: 'post',
    outputOptions({ manualChunks, ...output }) {
      const names = this.environment.name === 'client' ? namedScripts() : {}
      return { ...output, ...names, codeSplitting: { groups: chunkGroups(root) } }
    },
  }
}

/** The groups of a build of the frontend in the folder `root`. */
function chunkGroups(root: string): ChunkGroup[] {
  let names: Map<string, string> | undefined
  const group = (debugName: string, priority: number, belongs: (chunk: string) => boolean): ChunkGroup => ({
    debugName,
    priority,
    name: (id, graph) => {
      names ??= chunkNames(join(root, 'site/pages/+client.tsx'), graph)
      const chunk = names.get(id)
      return chunk !== undefined && belongs(chunk) ? chunk : null
    },
  })
  // A group includes the imports of its modules, so more widely shared modules come first.
  const widest = ['app', SHARED_BY_MOST, SHARED_BY_MANY]
  return [
    { name: 'vendor', debugName: 'vendor', test: VENDOR, priority: widest.length + 2 },
    ...widest.map((name, index) => group(name, widest.length + 1 - index, (chunk) => chunk === name)),
    group('shared by few', 1, (chunk) => !widest.includes(chunk)),
  ]
}

/**
 * Module → its chunk. Left to the bundler: modules of one route, which it adds to that route's
 * chunk, and modules that wait for a first use.
 */
export function chunkNames(entry: string, graph: ModuleGraph): Map<string, string> {
  const app = closure(entry, graph)
  const { routes, users } = usersOf(app, graph)
  const bytes = bytesOf(users, graph)
  const names = new Map<string, string>()
  for (const [id, by] of users) {
    if (by.some((route) => ERROR_ROUTE.test(route))) app.add(id)
    else if (by.length > 1) names.set(id, sharedChunk(by, routes, bytes.get(by.join()) ?? 0))
  }
  for (const id of app) names.set(id, 'app')
  return names
}

/**
 * Chunk of the modules that the routes `by` share, `bytes` in all, on a site with so many routes.
 */
function sharedChunk(by: readonly string[], routes: number, bytes: number): string {
  if (by.length >= routes * MOST) return SHARED_BY_MOST
  if (by.length >= routes * MANY || bytes < WORTH_A_REQUEST) return SHARED_BY_MANY
  return by.map((route) => basename(route, '.tsx')).join('-')
}

/** The number of routes, and of each module outside the app the routes that load it, sorted. */
function usersOf(app: ReadonlySet<string>, graph: ModuleGraph): { routes: number; users: Map<string, string[]> } {
  const loaded = [...app].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
  const routes = [...new Set(loaded)].filter((id) => ROUTE.test(id)).sort()
  const users = new Map<string, string[]>()
  for (const route of routes) {
    for (const id of closure(route, graph)) {
      if (id !== route && !app.has(id)) users.set(id, [...(users.get(id) ?? []), route])
    }
  }
  return { routes: routes.length, users }
}

/** Bytes of source that exactly these routes share. */
function bytesOf(users: Map<string, string[]>, graph: ModuleGraph): Map<string, number> {
  const bytes = new Map<string, number>()
  for (const [id, by] of users) {
    bytes.set(by.join(), (bytes.get(by.join()) ?? 0) + (graph.getModuleInfo(id)?.code?.length ?? 0))
  }
  return bytes
}

/** A module and all that it imports at once. */
function closure(id: string, graph: ModuleGraph, found = new Set<string>()): Set<string> {
  const module = graph.getModuleInfo(id)
  if (module === null || found.has(id)) return found
  found.add(id)
  for (const imported of module.importedIds) closure(imported, graph, found)
  return found
}
