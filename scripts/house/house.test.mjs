// The house's own rules: imports of every crate point down its written order, no module imports
// itself in a ring, comments keep to their width.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { missingPaths, missingRustPaths } from './documents.mjs'
import { arrows, cycles, pathsOf } from './imports.mjs'
import { against, writtenOrder } from './order.mjs'
import { wideComments, wideText } from './words.mjs'
import { CRATES, codeOf, moduleOf, sources, withoutTests } from './source.mjs'

const ROOT = resolve(import.meta.dirname, '../..')

for (const crate of CRATES) {
  const files = sources(ROOT, crate)
  const links = arrows(files)

  const root = readFileSync(join(ROOT, crate, 'src/lib.rs'), 'utf8')
  // A crate of one feature is small, and may have no layout.
  if (root.includes('# Layout') || !crate.includes('/')) test(`imports of ${crate} point from the top of its layout to the bottom`, () => {
    const order = writtenOrder(root)
    const tops = [...new Set(files.filter(({ module }) => module.length > 0).map(({ module }) => module[0]))]
    assert.deepEqual(against(order, links, tops), [])
  })

  test(`no ring of imports in ${crate}`, () => {
    assert.deepEqual(cycles(links), [])
  })
}

test('every crate of ours is optimised where speed is measured', () => {
  const name = (crate) => /^name = "(.+)"/m.exec(readFileSync(join(ROOT, crate, 'Cargo.toml'), 'utf8'))[1]
  const ours = CRATES.filter((crate) => !crate.startsWith('scripts/')).map(name)
  const optimized = readFileSync(join(ROOT, 'scripts/optimized.toml'), 'utf8')
  const listed = [...optimized.matchAll(/^\[profile\.dev\.package\.(.+)\]$/gm)].map(([, listedName]) => listedName)
  assert.deepEqual(listed, ours.sort())
})

test('no comment is wider than its column', () => {
  const names = execFileSync('git', ['ls-files', '*.rs', '*.ts', '*.tsx', '*.mjs'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const written = names.filter((name) => name !== '' && !name.includes('.gen.'))
  const found = written.flatMap((name) => wideComments(readFileSync(join(ROOT, name), 'utf8')).map(({ line }) => `${name}:${line}`))
  assert.deepEqual(found, [])
})

test('no document is wider than its column', () => {
  const names = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  // Articles belong to the site, and Chinese has no spaces to break at.
  const documents = names.filter((name) => name !== '' && !/^((docs\/site|tests\/museum)\/)?content\/.*\//.test(name) && !name.includes('zh-CN'))
  assert.deepEqual(documents.flatMap((name) => wideText(readFileSync(join(ROOT, name), 'utf8')).map(({ line }) => `${name}:${line}`)), [])
})

test('every file that a document names is there', () => {
  const names = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  // A decision and a benchmark describe the state of their day.
  const documents = names.filter((name) => /^([^/]+|docs\/(reference\/)?[^/]+|(frontend|locales|content|scripts|tests)\/.*README[^/]*)\.md$/.test(name) && !name.endsWith('benchmarks.md'))
  assert.ok(documents.length > 8, documents.join(' '))
  const exists = (path) => existsSync(join(ROOT, path))
  assert.deepEqual(documents.flatMap((name) => missingPaths(readFileSync(join(ROOT, name), 'utf8'), exists).map(({ line, path }) => `${name}:${line}: ${path}`)), [])
})

test('every Rust path that a document names is there', () => {
  const tracked = (pattern) => execFileSync('git', ['ls-files', pattern], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
  const rust = tracked('*.rs')
  const names = new Set(rust.flatMap((name) => [...name.split(/[/.]/), ...(codeOf(readFileSync(join(ROOT, name), 'utf8')).match(/\w+/g) ?? [])]))
  const documents = [...tracked('*.md'), ...CRATES.map((crate) => `${crate}/src/lib.rs`)].filter((name) => !/^(docs\/(decisions|benchmarks)|CHANGELOG|content\/)/.test(name))
  assert.deepEqual(documents.flatMap((name) => missingRustPaths(readFileSync(join(ROOT, name), 'utf8'), names).map(({ line, path }) => `${name}:${line}: ${path}`)), [])
})

test('a Rust path with a name that is gone is found', () => {
  const names = new Set(['pipeline', 'handler', 'home'])
  const text = '`pipeline::handler::home`\n`pipeline::handler::{home, gone}`\n`Type::method` and `a b`'
  assert.deepEqual(missingRustPaths(text, names), [{ line: 2, path: 'pipeline::handler::{home, gone}' }])
})

test('a path that is gone is found on its line, a placeholder is not', () => {
  const text = '`docs/here.md` and `docs/<name>.md`\n\n`docs/gone.md` and `other/x`'
  assert.deepEqual(missingPaths(text, (path) => path === 'docs/here.md'), [{ line: 3, path: 'docs/gone.md' }])
})

test('tables, headings and code of a document may be wide, sentences may not', () => {
  const wide = 'x '.repeat(60)
  const text = ['```', wide, '```', `| ${wide} |`, `# ${wide}`, `    ${wide}`, wide, `- ${wide}`].join('\n')
  assert.deepEqual(wideText(text).map(({ line }) => line), [7, 8])
})

test('drawings, tables and words for a linter may be wide, sentences may not', () => {
  const wide = 'x'.repeat(120)
  const text = ['/// ```text', `/// ${wide}`, '/// ```', `//! | ${wide} |`, `// biome-ignore lint/a/b: ${wide}`, `// ${wide}`, ` * ${wide}`, `let ${wide} = 1;`].join('\n')
  assert.deepEqual(wideComments(text).map(({ line }) => line), [6, 7])
})

test('paths are found in lists, in code and over lines, and not in texts or comments', () => {
  const code = codeOf(`use crate::a::{b, c::{self, d as e}};\n// crate::no\nlet x = "crate::no";\nlet y = super::f::g(crate::h\n  ::i);`)
  assert.deepEqual(
    pathsOf(code).map(({ path, line }) => `${line} ${path.join('::')}`),
    ['1 crate::a::b', '1 crate::a::c::self', '1 crate::a::c::d', '4 super::f::g', '4 crate::h::i'],
  )
})

test('a path leads to the nearest module that it names', () => {
  const file = (name, text) => ({ path: name, module: moduleOf(name), text })
  const files = [file('lib.rs', ''), file('a.rs', 'use crate::b::Thing; use super::Root;'), file('b.rs', ''), file('b/c.rs', 'use super::Thing; use super::super::a::x;')]
  assert.deepEqual(
    arrows(files).map(({ from, to }) => `${from}→${to}`),
    ['a→b', 'a→', 'b::c→b', 'b::c→a'],
  )
})

test('a ring is found through any number of modules, and a folder with its own files is none', () => {
  const links = [['a', 'b'], ['b', 'c'], ['c', 'a'], ['d', 'd::e'], ['d::e', 'd'], ['d', 'a']].map(([from, to]) => ({ from, to }))
  assert.deepEqual(cycles(links), [['a', 'b', 'c']])
})

test('an arrow up, a module without a row and a row without a module are told', () => {
  const order = writtenOrder('//! # Layout\n//!\n//! | modules | for |\n//! |---|---|\n//! | `high` | … |\n//! | `low`, `gone` | … |\n\nmod low;')
  assert.deepEqual(order, ['high', 'low', 'gone'])
  const links = [
    { from: 'low::x', to: 'high', path: 'low/x.rs', line: 3 },
    { from: 'high', to: 'low', path: 'high.rs', line: 1 },
    { from: 'low', to: '', path: 'low.rs', line: 2 },
  ]
  assert.deepEqual(against(order, links, ['high', 'low', 'new']), [
    '`new` is in no row of the layout',
    'the layout names `gone`, which is no module',
    'low/x.rs:3: `low::x` imports `high`, which stands above it',
    'low.rs:2: `low` imports `lib.rs`, which stands above it',
  ])
})

test('tests at the end of a file do not count', () => {
  assert.equal(withoutTests('fn a() {}\n\n#[cfg(test)]\nmod tests {\n    use crate::x;\n}\n'), 'fn a() {}\n\n')
  assert.equal(withoutTests('#[cfg(test)]\nmod tests;\n\nfn a() {}\n'), '#[cfg(test)]\nmod tests;\n\nfn a() {}\n')
})
