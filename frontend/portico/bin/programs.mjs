// Portico's programs: in PORTICO_BINARIES, or on the PATH.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** How to get the programs. */
export const REMEDY = "put Portico's programs on the PATH, or name their folder in PORTICO_BINARIES"

/** Path of a program; undefined if no program has the name. */
export function findProgram(name) {
  const folders = (process.env.PORTICO_BINARIES ?? process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
