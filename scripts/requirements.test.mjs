// Each requirement of docs/requirements.md is carried by a test, and tests carry no other id.
//
//   node --test scripts/requirements.test.mjs

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const ID = /\bR(\d+)\.(\d\d)\b/g
/** In the name of a Rust test an id is written `r1_03`. */
const ID_IN_NAME = /\bfn r(\d+)_(\d\d)_/g

const TEST_FILE = /^tests\/(specs|site|pages|browsers)\/|^(generator|gateway|origin|contract)\/tests\/|\.test\.(mjs|tsx?)$/
const RUST_SOURCE = /^(generator|gateway|origin|contract)\/src\/.*\.rs$/

test('every requirement has a test, and every id in a test is a requirement', () => {
  const wanted = ids(readFileSync(`${root}/docs/requirements.md`, 'utf8'))
  const proven = new Set(testTexts().flatMap((text) => [...ids(text)]))
  assert.deepEqual([...wanted.difference(proven)], [], 'requirements that no test carries')
  assert.deepEqual([...proven.difference(wanted)], [], 'ids that docs/requirements.md does not list')
})

/** The text of each test file, and of the tests inside each Rust module. */
function testTexts() {
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  return tracked.split('\0').flatMap((file) => {
    const isRust = RUST_SOURCE.test(file)
    if (!isRust && !TEST_FILE.test(file)) return []
    const text = readFileSync(`${root}/${file}`, 'utf8')
    return isRust ? [testsOf(file, text)] : [text]
  })
}

/** Modules named `tests` hold only tests; other modules have theirs at the end. */
function testsOf(file, text) {
  if (/\/tests(\.rs|\/)/.test(file)) return text
  const start = text.indexOf('#[cfg(test)]\nmod tests {')
  return start === -1 ? '' : text.slice(start)
}

function ids(text) {
  const found = [...text.matchAll(ID), ...text.matchAll(ID_IN_NAME)]
  return new Set(found.map(([, section, row]) => `R${section}.${row}`))
}
