// The packages of the checks: the compiler that checks types, and those that run unit tests. A site
// is built and served without them, so they are no dependencies: a site of `npm create portico`
// would be larger by a third.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How to get the packages, and their compiler for `portico run` and `portico dev`. */
export const CHECKS_REMEDY = "`node frontend/portico/bin/install-checks.mjs` in the site's folder installs them, once"

/** Why types are not checked where there is no compiler. */
export const NO_TYPES = `types are not checked, because the packages of the checks are not installed; ${CHECKS_REMEDY}`

/** The compiler of the site in the folder `frontend`; undefined if it is not installed. */
export function findCompiler(frontend) {
  const compiler = join(frontend, 'node_modules/typescript/bin/tsc')
  return existsSync(compiler) ? compiler : undefined
}

/** Packages of this version's checks that the site lacks or has in another version. */
export function lackingChecks(frontend) {
  const { checks } = readManifest(new URL('../package.json', import.meta.url))
  const lacking = Object.entries(checks).filter(([name, version]) => installedVersion(frontend, name) !== version)
  return lacking.map(([name, version]) => `${name}@${version}`)
}

function installedVersion(frontend, name) {
  const manifest = join(frontend, 'node_modules', name, 'package.json')
  return existsSync(manifest) ? readManifest(manifest).version : undefined
}

const readManifest = (file) => JSON.parse(readFileSync(file, 'utf8'))
