// How much JavaScript and CSS the first page costs, compressed as the gateway serves it, and
// whether that is within the budget.
//
//   npm run size      after npm run build

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { catalogsOf, closure, entryOf, firstVisits, MOST_SCRIPTS } from './first-visit.mjs'

/**
 * Brotli bytes of everything that a document needs before its own route: entry, libraries, layouts,
 * one catalog.
 */
const ENTRY_BUDGET = 89.75 * 1024
/**
 * Brotli bytes of a whole first visit: the entry, the route, and the modules that it shares with
 * others.
 */
const VISIT_BUDGET = 106 * 1024
/** Brotli bytes that a feature's dialog adds. */
const FEATURE_BUDGET = 16 * 1024
const STYLE_BUDGET = 16.25 * 1024
/**
 * Brotli bytes that a part loads at its first use (the window of a dialog, the list of messages).
 */
const PART_BUDGET = 24 * 1024

const dist = pathToFileURL(`${process.cwd()}/dist/`)
const manifest = JSON.parse(readFileSync(new URL('assets.json', dist), 'utf8'))

const entry = entryOf(manifest)
const catalogs = catalogsOf(manifest)
const catalog = catalogs.reduce((a, b) => (sum(added(a)) > sum(added(b)) ? a : b))
const visits = firstVisits(manifest, catalog)
const styles = sum([...new Set(Object.values(manifest).flatMap(({ css = [] }) => css))])
const rows = [
  { what: 'entry and catalog', size: sum(files(entry)) + sum(added(catalog)), budget: ENTRY_BUDGET },
  { what: 'styles', size: styles, budget: STYLE_BUDGET },
  ...visits.map(({ route, keys }) => ({ what: route, size: sum(files(keys)), budget: VISIT_BUDGET })),
  ...visits.map(({ route, keys }) => ({ what: `scripts of ${route}`, size: keys.size, budget: MOST_SCRIPTS })),
  // The files that a button loads at its first use.
  ...parts(/^(portico\/src|site)\/features\//).map((key) => ({
    what: key,
    size: sum(added(key, before(key))),
    budget: FEATURE_BUDGET,
  })),
  ...parts(/^(portico\/src|site)\/ui\//).map((key) => ({ what: key, size: sum(added(key)), budget: PART_BUDGET })),
]
for (const { what, size, budget } of rows) {
  console.log(`${String(size).padStart(7)} of ${String(budget).padStart(6)}  ${what}${size > budget ? '  TOO BIG' : ''}`)
}
process.exit(rows.some(({ size, budget }) => size > budget) ? 1 : 0)

function parts(place) {
  return Object.keys(manifest).filter((key) => place.test(key))
}

/** Files that `key` loads beside those that are loaded already, by default the entry's. */
function added(key, there = entry) {
  return files(closure(manifest, key).difference(there))
}

/** Keys that every page has from which `key` is loaded. */
function before(key) {
  const users = visits.filter(({ keys }) => [...keys].some((user) => manifest[user].dynamicImports?.includes(key)))
  return users.map(({ keys }) => keys).reduce((all, keys) => all.intersection(keys), users[0]?.keys ?? entry)
}

/** Scripts, and the style sheets that a part loads by itself (portico/src/lib/sheet.ts). */
function files(keys) {
  return [...keys].flatMap((key) => {
    const { file, assets = [] } = manifest[key]
    return [file, ...assets.filter((asset) => asset.endsWith('.css'))]
  })
}

function sum(paths) {
  const compress = (path) =>
    brotliCompressSync(readFileSync(new URL(`client/${path}`, dist)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
  return paths.reduce((total, path) => total + compress(path), 0)
}
