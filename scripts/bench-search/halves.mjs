// How well the sample site is searched: its questions written before and after the rules of the
// assistant were made, each half by itself.

import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bench-generator/sites/places.mjs'
import { binary } from '../bench-generator/sites/portico.mjs'

const HALVES = ['before-the-rules', 'after-the-rules']

/** The figures of both halves, a line for each way in which a question is put. */
export function questionTable(folder) {
  const places = ['--builds', join(folder, 'builds'), '--var', join(folder, 'var')]
  mkdirSync(places[1], { recursive: true })
  const sources = ['content', 'locales', 'frontend'].flatMap((name) => [`--${name}`, join(root, name)])
  execFileSync(binary('generator'), ['build', ...sources, ...places], { stdio: 'ignore' })
  const lines = HALVES.map((half) => {
    const questions = join(root, `tests/search/${half}.yaml`)
    const figures = execFileSync(binary('origin'), ['search', '--questions', questions, ...places], { encoding: 'utf8' })
    return `${half}\n${figures.replace(/^(even|odd): .*\n/gm, '')}`
  })
  return lines.join('\n')
}
