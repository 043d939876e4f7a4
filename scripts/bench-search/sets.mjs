// How well the sample site is searched: the questions by which the rules of the assistant were
// tuned, and the questions that were written before and after them, each set separately.

import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bench-generator/sites/places.mjs'
import { binary } from '../bench-generator/sites/portico.mjs'

const SETS = ['for-the-rules', 'before-the-rules', 'after-the-rules']

/** The figures of each set, a line for each way of asking a question. */
export function questionTable(folder) {
  const places = ['--builds', join(folder, 'builds'), '--var', join(folder, 'var')]
  mkdirSync(places[1], { recursive: true })
  const sources = ['content', 'locales', 'frontend'].flatMap((name) => [`--${name}`, join(root, name)])
  execFileSync(binary('generator'), ['build', ...sources, ...places], { stdio: 'ignore' })
  const lines = SETS.map((set) => {
    const questions = join(root, `tests/search/${set}.yaml`)
    const figures = execFileSync(binary('origin'), ['search', '--questions', questions, ...places], { encoding: 'utf8' })
    return `${set}\n${figures.replace(/^(even|odd): .*\n/gm, '')}`
  })
  return lines.join('\n')
}
