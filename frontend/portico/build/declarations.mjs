// Files of dist/ that no page imports: the declaration of fonts, the script of every document, and
// that of documents of a site that samples visits.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { catalogsIn } from './words.ts'

/**
 * Input of the generator's font cutting: the faces of fonts.json, and every character that the
 * catalogs may show in them; undefined for a site without faces.
 */
export function describeFonts(root) {
  if (!existsSync(join(root, 'fonts.json'))) return undefined
  const { faces } = JSON.parse(readFileSync(join(root, 'fonts.json'), 'utf8'))
  const characters = new Set()
  for (const { path } of catalogsIn(join(root, '../locales'))) {
    for (const character of readFileSync(path, 'utf8')) if (character > '\x7f') characters.add(character)
  }
  const catalogs = [...characters].sort().join('')
  return `${JSON.stringify({ faces, catalogs }, null, 1)}\n`
}

/** The longest script that measures visits, in bytes: every sampled site's visitors load it. */
export const MOST_FIGURES = 1024

/** The script of every document, in as few bytes as it can have. */
export function makeInlineScript(root) {
  return bundle(root, join(root, 'templates/inline.js'))
}

/** The script that measures visits. A longer one is an error. */
export async function makeFiguresScript(root) {
  const code = (await bundle(root, join(import.meta.dirname, '../src/figures/entry.ts'))).trim()
  const { length } = Buffer.from(code)
  if (length > MOST_FIGURES)
    throw new Error(`the script of portico/src/figures has ${length} bytes, at most ${MOST_FIGURES} are wanted`)
  return code
}

/** One script with all that it imports. */
async function bundle(root, input) {
  const rolldownOptions = { input, output: { format: 'iife' } }
  const { output } = await build({ root, configFile: false, logLevel: 'error', build: { write: false, rolldownOptions } })
  return output[0].code
}
