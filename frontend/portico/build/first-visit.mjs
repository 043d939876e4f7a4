// The files that a first visit of a route loads, from the manifest of the build (dist/assets.json).

/**
 * Scripts of a first visit: entry, libraries, catalog, route, and modules that routes share. More
 * requests delay the first paint.
 */
export const MOST_SCRIPTS = 10

const CLIENT_ENTRY = 'site/pages/+client.tsx'
const ROUTE = /^site\/routes\//

/** Keys of the manifest with the scripts that every document loads. */
export function entryOf(manifest) {
  return closure(manifest, CLIENT_ENTRY)
}

/** Keys of the manifest that `key` needs at once, itself among them. */
export function closure(manifest, key, keys = new Set()) {
  if (keys.has(key)) return keys
  keys.add(key)
  for (const next of manifest[key].imports ?? []) closure(manifest, next, keys)
  return keys
}

/**
 * Each route's module, with the keys that a first visit loads in the language of the catalog
 * `catalog`.
 */
export function firstVisits(manifest, catalog) {
  const always = entryOf(manifest).union(closure(manifest, catalog))
  return Object.keys(manifest)
    .filter((key) => ROUTE.test(key))
    .map((route) => ({ route, keys: always.union(closure(manifest, route)) }))
}

/** The catalogs of pages; catalogs that wait for the use of a form are no part of a first visit. */
export function catalogsOf(manifest) {
  return Object.keys(manifest).filter((key) => key.endsWith('/site.po'))
}
