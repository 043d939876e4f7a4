// The assets that a document of each route and locale loads, from the manifest of the client build:
// the closure of the client entry, the route's chunk and the locale's catalog. Dynamic imports are
// followed nowhere else: they are the other routes and languages.

import { readFileSync } from 'node:fs'
import { componentName } from '#/app/page-components.ts'
import type { DocumentAssets, Hello } from '#/contract.ts'
import { definition } from '#/definition.ts'
import { siteLocales } from '#/i18n/locales.ts'

/** The fields of `dist/assets.json`, as Vite writes it, that are read here. */
export type Manifest = { [key: string]: { file: string; imports?: string[]; css?: string[] } }

const CLIENT_ENTRY = 'site/pages/+client.tsx'

/** Reads the manifest and returns the assets of every route and locale. */
export function documentAssets(manifestPath: string): Hello['assets'] {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest
  return Object.fromEntries(
    definition().routes.map((route) => [
      route.id,
      Object.fromEntries(siteLocales().map(({ code }) => [code, assetsOf(manifest, componentName(route), code)])),
    ]),
  )
}

/** The assets of a route's component in one locale. */
export function assetsOf(manifest: Manifest, component: string, locale: string): DocumentAssets {
  const keys = new Set<string>()
  for (const key of [CLIENT_ENTRY, `site/routes/${component}.tsx`, `../locales/${locale}/site.po`]) close(manifest, key, keys)
  const chunks = [...keys].map((key) => chunkOf(manifest, key))
  const [entry, ...others] = chunks.map(({ file }) => `/${file}`) as [string, ...string[]]
  const styles = new Set(chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}`)))
  return { scripts: [entry], styles: [...styles], preloads: others }
}

function close(manifest: Manifest, key: string, keys: Set<string>): void {
  if (keys.has(key)) return
  keys.add(key)
  for (const imported of chunkOf(manifest, key).imports ?? []) close(manifest, imported, keys)
}

function chunkOf(manifest: Manifest, key: string): Manifest[string] {
  const chunk = manifest[key]
  if (chunk === undefined) throw new Error(`dist/assets.json has no \`${key}\`; run \`npm run build\` again`)
  return chunk
}
