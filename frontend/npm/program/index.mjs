// Where the program of this package is for the platform of the machine: a package of its own has
// it, and npm installs the one that fits.

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { name } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

/** Name of the package with the program. */
export const packageName = `${name}-${process.platform}-${process.arch}`

/** Path of the program; undefined if its package is not installed. */
export const program = findProgram()

function findProgram() {
  const file = `${name.split('/')[1]}${process.platform === 'win32' ? '.exe' : ''}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`)
    const path = join(dirname(manifest), 'bin', file)
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}
