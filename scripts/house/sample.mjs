// Prints doc comments and names of functions and types, drawn at random, for a reader who judges
// whether they are plain: `node scripts/house/sample.mjs [COUNT] [SEED]`.

import { resolve } from 'node:path'
import { CRATES, codeOf, sources, withoutTests } from './source.mjs'

const [count = '60', seed = '1'] = process.argv.slice(2)
const files = CRATES.flatMap((crate) => sources(resolve(import.meta.dirname, '../..'), crate))
const comments = files.flatMap(({ path, text }) => docComments(withoutTests(text)).map((comment) => `${path}: ${comment}`))
const names = files.flatMap(({ path, text }) => [...codeOf(withoutTests(text)).matchAll(/\b(fn|struct|enum|trait)\s+\w+/g)].map(([name]) => `${path}: ${name}`))
const random = randomNumbers(Number(seed))
for (const all of [comments, names]) console.log(`${drawn(all, Number(count)).join('\n')}\n`)

/** Each `///` comment as one line. */
function docComments(text) {
  return [...text.matchAll(/(?:^\s*\/\/\/.*\n)+/gm)].map(([block]) => block.replaceAll(/^\s*\/\/\/ ?/gm, '').replaceAll('\n', ' ').trim())
}

/** `count` elements without repetition, in the order of the files. */
function drawn(all, count) {
  const left = all.map((element, place) => ({ element, place, key: random() }))
  return left.toSorted((a, b) => a.key - b.key).slice(0, count).toSorted((a, b) => a.place - b.place).map(({ element }) => element)
}

/** Mulberry32: the same numbers for the same seed. */
function randomNumbers(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
