// Portico's programs: in PORTICO_BINARIES, among the site's packages, or on the PATH.

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'

/** The folder in which the command was started: paths in the environment are relative to it. */
const START = process.cwd()

/** How to get the programs. */
export const REMEDY =
  "install the packages `@portico/gateway` and `@portico/generator`, put Portico's programs on the PATH, or name their folder in PORTICO_BINARIES"

/** Path of a program; undefined if no program has the name. */
export function findProgram(name) {
  const { PORTICO_BINARIES: named, PATH = '' } = process.env
  const folders = named === undefined ? [...packageFolder(name), ...PATH.split(delimiter)] : [named]
  return folders.map((folder) => resolve(START, folder, name)).find((path) => existsSync(path))
}

/** The folder of a program that came with the site's packages. */
function packageFolder(name) {
  try {
    const manifest = `@portico/${name}-${process.platform}-${process.arch}/package.json`
    return [join(dirname(createRequire(import.meta.url).resolve(manifest)), 'bin')]
  } catch {
    return []
  }
}
