// Files of dist/ that are not made from modules: the declaration of fonts, and the script of every
// document.

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

/** The script of every document, in as few bytes as it can have. */
export async function makeInlineScript(root) {
  const rolldownOptions = { input: join(root, 'templates/inline.js'), output: { format: 'iife' } }
  const { output } = await build({ root, configFile: false, logLevel: 'error', build: { write: false, rolldownOptions } })
  return output[0].code
}
