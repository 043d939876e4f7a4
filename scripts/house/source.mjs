// Rust source files as the checks of the house see them: which module a file is, and its code
// without the parts that only tests have.

import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Folders of all crates, as `Cargo.toml` lists them. */
export const CRATES = [.../^members = \[([\s\S]*?)\]/m.exec(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8'))[1].matchAll(/"([^"]+)"/g)].map(([, path]) => path)

/** Files that only tests have: `tests.rs` beside the tested module, and helpers of tests. */
const OF_TESTS = /(^|\/)(tests?|testing)(\/|\.rs$)/

/**
 * Every source file of a crate that ends up in a program: `{ path, module, text }`, by path;
 * `module` is `['site', 'load']`.
 */
export function sources(root, crate) {
  const folder = join(root, crate, 'src')
  return readdirSync(folder, { recursive: true })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => name.endsWith('.rs') && !OF_TESTS.test(name))
    .sort()
    .map((name) => ({ path: relative(root, join(folder, name)), module: moduleOf(name), text: readFileSync(join(folder, name), 'utf8') }))
}

/** `site/load.rs` is `['site', 'load']`; `lib.rs` and `main.rs` are `[]`. */
export function moduleOf(name) {
  const parts = name.replace(/\.rs$/, '').split('/')
  return parts.length === 1 && ['lib', 'main'].includes(parts[0]) ? [] : parts
}

/** A file's text without its tests at the end: from `#[cfg(test)]` before a module with a body. */
export function withoutTests(text) {
  const at = text.search(/^#\[cfg\(test\)\]\n(#\[.*\n)*mod \w+ \{$/m)
  return at < 0 ? text : text.slice(0, at)
}

/** The code alone, line by line as it was: comments, texts and characters are blanks. */
export function codeOf(text) {
  const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\b[bc]?r(#*)"[\s\S]*?"\1|[bc]?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\(?:u\{[^}]*\}|x..|.)|[^\\'\n])'/g
  return text.replace(token, (found) => found.replace(/[^\n]/g, ' '))
}
