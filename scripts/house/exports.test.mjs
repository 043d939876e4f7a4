// The surface of the package `@portico/app`: package.json lists it, README names it, the sites use
// all of it and no other part.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '../..')
const PACKAGE = join(ROOT, 'frontend/portico')
/** Sample and bench site, with the parts page and the tools' configurations. */
const SITES = ['frontend/site', 'frontend/parts', 'frontend/*.config.ts', 'scripts/bench-site/frontend']

const { exports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
const listed = Object.keys(exports).map((name) => name.slice('./'.length))

test('each export of the package is a file, and none is a pattern', () => {
  assert.deepEqual(Object.values(exports).filter((file) => !existsSync(join(PACKAGE, file))), [])
})

test('sites import what the package exports, and the package exports nothing else', () => {
  const names = execFileSync('git', ['ls-files', ...SITES], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const texts = names.filter((name) => /\.tsx?$/.test(name)).map((name) => readFileSync(join(ROOT, name), 'utf8'))
  assert.ok(texts.length > 200)
  const used = new Set(texts.flatMap(importsOf))
  assert.deepEqual([...used].filter((name) => !listed.includes(name)), [], 'imported, and not exported')
  assert.deepEqual(listed.filter((name) => !used.has(name)), [], 'exported, and no site imports it')
})

test('README has a line for each export', () => {
  const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8')
  const rows = [...readme.matchAll(/^\| `([\w.-]+(?:\/[\w.-]+)*\.tsx?)` \|/gm)].map(([, name]) => name)
  assert.deepEqual(rows.toSorted(), listed.toSorted())
})

test('imports are found as values, as types and in `import()`', () => {
  const text = "import '@portico/app/a.ts'\nimport type { X } from '@portico/app/b/c.tsx'\nawait import('@portico/app/d.ts')"
  assert.deepEqual(importsOf(text), ['a.ts', 'b/c.tsx', 'd.ts'])
})

/** Files of the package that a module imports, as it names them. */
function importsOf(text) {
  return [...text.matchAll(/'@portico\/app\/([^']+)'/g)].map(([, name]) => name)
}
