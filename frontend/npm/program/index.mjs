// Where the program of this package is for the platform of the machine: a package of its own has
// it. npm installs the one that fits, or a person does when the site needs the program.

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { name, version, optionalDependencies = {} } = readManifest(new URL('package.json', import.meta.url))

/** Name of the package with the program. */
export const packageName = `${name}-${process.platform}-${process.arch}`

/** Path of the program; undefined if its package is not installed in this version. */
export const program = findProgram()

/** How to get its package. */
export const remedy =
  packageName in optionalDependencies
    ? 'install again, with optional packages'
    : `\`npm --prefix frontend install --save-exact ${packageName}@${version}\` in the site's folder adds it`

function findProgram() {
  const file = `${name.split('/')[1]}${process.platform === 'win32' ? '.exe' : ''}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`)
    const path = join(dirname(manifest), 'bin', file)
    // One of an earlier version may not know the data of this one.
    return readManifest(manifest).version === version && existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

function readManifest(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
