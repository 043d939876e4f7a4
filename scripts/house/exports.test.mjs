// The surface of the package `@portico/app`: its entries, in package.json and README, are the only
// paths that a site imports.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '../..')
const PACKAGE = join(ROOT, 'frontend/portico')
/** Sample, bench site and template, with the parts page, the journeys and the tools' settings. */
const SITES = [
  'frontend/site',
  'frontend/parts',
  'frontend/*.config.ts',
  'generator/template',
  'scripts/bench-site',
  'tests',
]
/** What the package promises. Another entry is a decision; a new part belongs in one of these. */
const ENTRIES = ['', 'chat', 'dev', 'forms', 'i18n', 'members', 'page', 'search', 'testing', 'ui', 'vite', 'wechat', 'worker']
const names = ENTRIES.map((entry) => (entry === '' ? '@portico/app' : `@portico/app/${entry}`))

const { exports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))

test('the package exports its entries and no other path', () => {
  assert.deepEqual(Object.keys(exports).map((name) => `@portico/app${name.slice(1)}`).toSorted(), names)
  assert.deepEqual(Object.values(exports).filter((file) => !existsSync(join(PACKAGE, file))), [])
})

test('sites import entries and no other path', () => {
  const files = execFileSync('git', ['ls-files', ...SITES], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const modules = files.filter((file) => /\.(tsx?|mjs)$/.test(file))
  assert.ok(modules.length > 250)
  const used = modules.flatMap((file) => importsOf(readFileSync(join(ROOT, file), 'utf8')).map((name) => ({ file, name })))
  assert.deepEqual(used.filter(({ name }) => !names.includes(name)), [])
  const unused = names.filter((name) => !used.some((each) => each.name === name))
  assert.deepEqual(unused, [], 'exported, and no site imports it')
})

test('README has a line for each entry', () => {
  const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8')
  const rows = [...readme.matchAll(/^\| `(@portico\/app[\w/]*)` \|/gm)].map(([, name]) => name)
  assert.deepEqual(rows.toSorted(), names)
})

test('imports are found as values, as types, in `import()` and in `declare module`', () => {
  const imports = [
    "import '@portico/app/a.ts'",
    "import type { X } from '@portico/app/b/c.tsx'",
    "await import('@portico/app/d')",
    "declare module '@portico/app' {",
    "import x from '@portico/apps'",
  ]
  const found = ['/a.ts', '/b/c.tsx', '/d', ''].map((path) => `@portico/app${path}`)
  assert.deepEqual(importsOf(imports.join('\n')), found)
})

/** Paths of the package that a module names, complete. A folder of node_modules is no such path. */
function importsOf(text) {
  return [...text.matchAll(/['"`](@portico\/app(?:\/[^'"`\s]*)?)['"`]/g)].map(([, name]) => name)
}
