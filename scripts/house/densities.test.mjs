// Comments, documents and names are plain English: each crate, document and file stays below a
// density of certain words.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { commentsOf, count, densities, excess, proseOf, total } from './densities.mjs'
import { riddles } from './names.mjs'
import { byArea, prose } from './prose.mjs'
import { CRATES, sources } from './source.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const files = prose(ROOT)
/** Written by `node scripts/house/record.mjs`. */
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'names.json'), 'utf8'))

test('no crate and no document has more than one such word of a kind per 1,000', () => {
  const counted = Object.entries(byArea(files)).map(([area, of]) => ({ area, groups: excess(total(of)) }))
  assert.deepEqual(counted.filter(({ groups }) => groups.length > 0), [])
})

test('no file has more of them, either; a short one may have one of each kind', () => {
  const found = files.filter((file) => excess(file).length > 0)
  assert.deepEqual(found.map((file) => `${file.path}: ${excess(file).join(', ')}`), [])
})

for (const crate of CRATES) {
  test(`no more functions of ${crate} than before are named by a participle, or \`of\``, () => {
    const found = sources(ROOT, crate).flatMap(({ path, text }) => riddles(text).map(({ line, name }) => `${path}:${line}: ${name}`))
    assert.ok(found.length <= recorded[crate], `${found.length} for ${recorded[crate]}:\n${found.join('\n')}`)
  })
}

test('a participle and `of` are riddles; verbs, nouns and longer names are not', () => {
  const text = 'fn told() {}\n// fn held\nfn of(a: A) {}\nfn told_by() {}\nfn embed() {}\nfn renewed() {}\nfn summary() {}'
  assert.deepEqual(riddles(text).map(({ line, name }) => `${line} ${name}`), ['1 told', '3 of', '6 renewed'])
})

test('words of comments and sentences count, those of code do not', () => {
  const rust = '/// What nobody says, in `nothing`.\nlet what = 1; // never counted\n    // It goes on.\n#[doc = "what"]\n*said = who;'
  assert.deepEqual(count(commentsOf(rust)), { words: 7, nobody: 1, what: 1, who: 0, stands: 1, tells: 1 })
  assert.deepEqual(count(commentsOf('/** What. */\nlet who\n/**\n * It tells.\n */\nlet told')), { words: 3, nobody: 0, what: 1, who: 0, stands: 0, tells: 1 })
  const document = '# Who\n\nIt lies in `what`.\n\n```sh\nwhat\n```\n[told](what.md) stand-in\n'
  assert.deepEqual(count(proseOf(document)), { words: 6, nobody: 0, what: 0, who: 1, stands: 1, tells: 1 })
})

test('a short file may have one word of each group, a long one as many as the limit', () => {
  const none = { nobody: 0, what: 0, who: 0, stands: 0, tells: 0 }
  assert.deepEqual(excess({ ...none, words: 50, what: 1 }), [])
  assert.deepEqual(excess({ ...none, words: 50, what: 2, who: 2 }), ['what', 'who'])
  assert.deepEqual(excess({ ...none, words: 3000, what: 3 }), [])
  assert.deepEqual(densities(total([{ ...none, words: 1500, what: 2 }, { ...none, words: 500 }])), { ...none, what: 1 })
})
