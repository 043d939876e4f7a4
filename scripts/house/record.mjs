// Writes names.json: the number of names that are riddles, by crate. It never grows.

import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { riddles } from './names.mjs'
import { CRATES, sources } from './source.mjs'

const file = join(import.meta.dirname, 'names.json')
const before = JSON.parse(readFileSync(file, 'utf8'))
const count = (crate) => sources(resolve(import.meta.dirname, '../..'), crate).flatMap(({ text }) => riddles(text)).length
const names = Object.fromEntries(CRATES.map((crate) => [crate, Math.min(before[crate] ?? Infinity, count(crate))]))
writeFileSync(file, `${JSON.stringify(names, null, 1)}\n`)
