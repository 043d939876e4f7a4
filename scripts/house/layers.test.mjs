// Imports of the frontend point down its layers.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { importsOf, ROOTS, refusals } from './layers.mjs'

const ROOT = resolve(import.meta.dirname, '../..')

const folders = ROOTS.map(({ root }) => root)
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], { cwd: ROOT, encoding: 'utf8' })
const names = listed.split('\n').filter((name) => name !== '')

test('imports of the frontend point down its layers', () => {
  const files = names.map((path) => ({ path, text: /\.tsx?$/.test(path) ? readFileSync(join(ROOT, path), 'utf8') : '' }))
  assert.ok(files.flatMap(({ text }) => importsOf(text)).length > 2_000)
  assert.deepEqual(refusals(files), [])
})

/** The refusals of one import, added to the files that there are. */
function withImport(path, name) {
  const there = names.filter((other) => other !== path).map((other) => ({ path: other, text: '' }))
  return refusals([...there, { path, text: `import '${name}'` }])
}

const refused = [
  ['a layer of the package imports no higher one', 'portico/src/page/x.ts', '#/state/x.ts'],
  ['nor by a relative path', 'portico/src/ui/Box/Box.tsx', '../../features/chat/x.ts'],
  ['nor its entries', 'portico/src/dev/x.ts', '#/entries/ui.ts'],
  ['nor itself by its name', 'portico/src/app/x.ts', '@portico/app/ui'],
  ['a file at the root of the package is in its lowest layer', 'portico/src/definition.ts', '#/page/x.ts'],
  ['code of the package imports no helper of tests', 'portico/src/app/x.ts', '#/testing/x.ts'],
  ['the package imports no site', 'portico/src/lib/x.ts', '../../../site/site.ts'],
  ['features of the package do not import each other', 'portico/src/features/chat/x.ts', '#/features/login/x.ts'],
  ['a site imports no file of the package', 'site/ui/x.ts', '../../portico/src/ui/x.ts'],
  ['nor does the parts page', 'parts/x.ts', '../portico/src/ui/x.ts'],
  ['nor a file at the root of the site', 'site/site.ts', '../portico/src/ui/x.ts'],
  ['a layer of the site imports no higher one', 'site/labels/x.ts', '#/ui/x.ts'],
  ['nor the files that join the site', 'site/routes/x.tsx', '#/around.tsx'],
  ['nor vike’s side', 'site/layouts/x.tsx', '#/pages/x.ts'],
  ['features of the site do not import each other', 'site/features/chart/x.ts', '../feishu/x.ts'],
  ['routes import no page file', 'site/routes/x.tsx', '#/files/x.ts'],
  ['a page file imports no part', 'site/files/x.ts', '#/ui/x.ts'],
  ['nor a route', 'site/files/x.ts', '#/routes/x.tsx'],
  ['the table of routes imports no label', 'site/routes.ts', '#/labels/x.ts'],
]
for (const [rule, path, name] of refused)
  test(rule, () => {
    const found = withImport(`frontend/${path}`, name)
    assert.equal(found.length, 1, found.join('\n'))
    assert.match(found[0], new RegExp(`^frontend/${path}:1: `))
  })

const permitted = [
  ['portico/src/features/chat/x.ts', '#/ui/x.ts'],
  ['portico/src/features/chat/live/x.ts', '../x.ts'],
  ['portico/src/features/chat/x.ts', '#/features/chat/y.ts'],
  ['portico/src/entries/x.ts', '#/testing/x.ts'],
  ['portico/src/lib/x.ts', 'react'],
  ['portico/src/lib/x.test.ts', '#/app/x.ts'],
  ['site/files/x.ts', '#/labels/x.ts'],
  ['site/pages/x.ts', '#/files/x.ts'],
  ['site/ui/x.ts', '@portico/app/ui'],
  ['parts/x.ts', '#/ui/x.ts'],
]
for (const [path, name] of permitted)
  test(`\`${path}\` may import \`${name}\``, () => assert.deepEqual(withImport(`frontend/${path}`, name), []))

test('a folder without a layer and a layer without a folder are found', () => {
  const roots = [{ root: 'a', own: 'a', others: [], layers: [{ names: ['low', 'gone'] }] }]
  assert.deepEqual(refusals([{ path: 'a/low/x.ts', text: '' }, { path: 'a/new/x.ts', text: '' }], roots), [
    '`a/new` is in no layer',
    'the layers name `a/gone`, which is not there',
  ])
})

test('imports are found in lists, exports and calls, and not in comments', () => {
  const text = [
    "import a from 'one'",
    "import {",
    "  b,",
    "} from 'two'",
    "export * from 'three'",
    "export type { C } from 'four'",
    "// import d from 'no'",
    " * import('no')",
    "const e = () => import('five')",
    "import './six.css'",
    "export const f = 'no'",
  ].join('\n')
  assert.deepEqual(
    importsOf(text).map(({ name, line }) => `${line} ${name}`),
    ['1 one', '4 two', '5 three', '6 four', '9 five', '10 ./six.css'],
  )
})
