// Comments, documents and names are plain English: each crate and document stays below a density of
// certain words; the list of files that do not may only shrink.

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
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'densities.json'), 'utf8'))

test('no crate and no document above the limit has more of such words than it had', () => {
  const found = Object.entries(byArea(files)).flatMap(([area, of]) => {
    const counted = total(of)
    return excess(counted)
      .filter((group) => counted[group] > (recorded.areas[area]?.[group] ?? 0))
      .map((group) => `${area}: ${counted[group]} of \`${group}\``)
  })
  assert.deepEqual(found, [])
})

test('a file that is not on the list has at most one such word of a kind per 1,000', () => {
  const found = files.filter((file) => excess(file).length > 0 && !recorded.files.includes(file.path))
  assert.deepEqual(found.map((file) => `${file.path}: ${excess(file).join(', ')}`), [])
})

test('a file that has no such words any more is not on the list', () => {
  const over = new Set(files.filter((file) => excess(file).length > 0).map(({ path }) => path))
  assert.deepEqual(recorded.files.filter((path) => !over.has(path)), [], 'run `node scripts/house/record.mjs`')
})

for (const crate of CRATES) {
  test(`no more functions of ${crate} than before are named by a participle, or \`of\``, () => {
    const found = sources(ROOT, crate).flatMap(({ path, text }) => riddles(text).map(({ line, name }) => `${path}:${line}: ${name}`))
    assert.ok(found.length <= recorded.names[crate], `${found.length} for ${recorded.names[crate]}:\n${found.join('\n')}`)
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
