// Places in sources: of stacks, and the lines around them.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Lines that are shown before and after a place. */
const AROUND = 2

/** A place in the site's folder: `name` is its path from there. */
export function placeIn(site, path, line, column) {
  return { path, name: relative(site, path), line, column }
}

/** The first place of a stack that is in the site and in none of its libraries. */
export function placeOfStack(stack, site) {
  for (const [, file, line, column] of stack.matchAll(/(?:\(|at )((?:file:\/\/)?\/[^():]+):(\d+):(\d+)\)?/g)) {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file
    if (path.startsWith(join(site, '/')) && !path.includes('/node_modules/') && !path.startsWith(join(site, 'var/')))
      return placeIn(site, path, Number(line), Number(column))
  }
  return undefined
}

/** The lines around a place, as Vite's page colours them. */
export function frameOf({ path, line, column = 1 }) {
  const lines = readLines(path)
  const first = Math.max(line - 1 - AROUND, 0)
  const shown = lines.slice(first, line + AROUND).map((text, index) => `${String(first + index + 1).padStart(4)}  |  ${text}`)
  shown.splice(line - first, 0, `      |  ${' '.repeat(Math.max(column - 1, 0))}^`)
  return shown.join('\n')
}

function readLines(path) {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    // The file was removed since.
    return []
  }
}
