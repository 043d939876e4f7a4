// How much JavaScript and CSS the first page costs, compressed as the gateway serves it, and whether that is within the budget.
//
//   npm run size      after npm run build

import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

/** Brotli bytes of everything that a document needs before its own route: entry, libraries, layouts, one catalog. */
const ENTRY_BUDGET = 90 * 1024
/** Brotli bytes of what one route adds, or one dialog. */
const ROUTE_BUDGET = 16 * 1024
const STYLE_BUDGET = 16 * 1024
/** Brotli bytes of what a part loads when it is first used (the window of a dialog, the list of messages). */
const PART_BUDGET = 24 * 1024

const dist = new URL('../dist/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('assets.json', dist), 'utf8'))

const entry = closure('src/pages/+client.tsx')
const catalogs = Object.keys(manifest).filter((key) => key.endsWith('.po'))
const largestCatalog = Math.max(...catalogs.map((key) => sum(files(closure(key), entry))))
const styles = sum([...new Set(Object.values(manifest).flatMap(({ css = [] }) => css))])
const rows = [
  { what: 'entry and catalog', bytes: sum(files(entry)) + largestCatalog, budget: ENTRY_BUDGET },
  { what: 'styles', bytes: styles, budget: STYLE_BUDGET },
]
// What a route or a button loads when it is needed.
for (const key of Object.keys(manifest).filter((name) => /^src\/(routes|features)\//.test(name))) {
  rows.push({ what: key, bytes: sum(files(closure(key), entry)), budget: ROUTE_BUDGET })
}
for (const key of Object.keys(manifest).filter((name) => name.startsWith('src/ui/'))) {
  rows.push({ what: key, bytes: sum(files(closure(key), entry)), budget: PART_BUDGET })
}
for (const { what, bytes, budget } of rows) {
  console.log(`${String(bytes).padStart(7)} of ${String(budget).padStart(6)}  ${what}${bytes > budget ? '  TOO BIG' : ''}`)
}
process.exit(rows.some(({ bytes, budget }) => bytes > budget) ? 1 : 0)

function closure(key, keys = new Set()) {
  if (keys.has(key)) return keys
  keys.add(key)
  for (const next of manifest[key].imports ?? []) closure(next, keys)
  return keys
}

function files(keys, without = new Set()) {
  return [...keys].filter((key) => !without.has(key)).map((key) => manifest[key].file)
}

function sum(paths) {
  const compress = (path) =>
    brotliCompressSync(readFileSync(new URL(`client/${path}`, dist)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
  return paths.reduce((total, path) => total + compress(path), 0)
}
