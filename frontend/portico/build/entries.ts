// A Vite plugin: an import from an entry of the package, `@portico/app/ui`, becomes imports of the
// modules that define the names.
//
// An entry is an index. A page that imported the index itself would get the styles, the scripts and
// the order of all its modules; with this plugin it gets only the modules whose names it uses.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, type Plugin, parseSync } from 'vite'
import type { VitestPluginContext } from 'vitest/node'

const NAME = '@portico/app'
const PACKAGE = join(import.meta.dirname, '..')
const SOURCE = join(PACKAGE, 'src')
/** A style sheet may name the package, too, in a comment. */
const MODULE = /\.[jt]sx?(\?|$)/
/** Entries of Node's side: a configuration imports them, and no page does. */
const NODE = ['./vite']

/** The module of each name, by entry: `@portico/app/ui` → `Button` → its file. */
export type Entries = Map<string, Map<string, string>>

/** The plugin. A name that its entry lacks is an error of the build. */
export function entries(): Plugin {
  const table = readEntries()
  return {
    name: 'portico-entries',
    // The result of a file depends on the indexes, too: Vitest's cache has both in the key.
    configureVitest({ defineCacheKeyGenerator }: VitestPluginContext) {
      const key = hashOf(table)
      defineCacheKeyGenerator(({ sourceCode }) => (sourceCode.includes(NAME) ? key : undefined))
    },
    transform(code, id) {
      if (!code.includes(NAME) || !MODULE.test(id) || id.startsWith(`${SOURCE}/`)) return undefined
      const replaced = replaceImports(code, this.parse(code), table)
      // Lines stay where they were.
      return replaced === code ? undefined : { code: replaced, map: null }
    },
  }
}

function hashOf(table: Entries): string {
  const lists = [...table].map(([entry, modules]) => [entry, ...modules])
  return createHash('sha256').update(JSON.stringify(lists)).digest('hex')
}

/** The entries of package.json, from their index files. */
export function readEntries(): Entries {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  const indexes = Object.entries<string>(exports).filter(([name]) => !NODE.includes(name))
  return new Map(indexes.map(([name, file]) => [NAME + name.slice(1), modulesOf(join(PACKAGE, file))]))
}

/** Each name that an index exports as a value, with its file. Types do not exist in a build. */
function modulesOf(file: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const statement of parseSync(file, readFileSync(file, 'utf8')).program.body) {
    if (statement.type === 'ExportAllDeclaration' && statement.exportKind === 'type') continue
    if (statement.type !== 'ExportNamedDeclaration' || !statement.source?.value.startsWith('#/')) {
      throw new Error(`${file}: an entry has only statements of the form \`export { … } from '#/…'\``)
    }
    if (statement.exportKind === 'type') continue
    for (const { exportKind, local, exported } of statement.specifiers) {
      if (nameOf(local) !== nameOf(exported)) throw new Error(`${file}: \`${nameOf(local)}\` has another name`)
      if (exportKind !== 'type') names.set(nameOf(exported), join(SOURCE, statement.source.value.slice('#/'.length)))
    }
  }
  return names
}

/** A module with imports from modules instead of entries; each statement keeps its lines. */
export function replaceImports(code: string, program: ESTree.Program, table: Entries): string {
  let replaced = code
  for (const statement of program.body.toReversed()) {
    if (statement.type !== 'ImportDeclaration' && statement.type !== 'ExportNamedDeclaration') continue
    const modules = table.get(statement.source?.value ?? '')
    if (modules === undefined) continue
    const lines = code.slice(statement.start, statement.end).split('\n').length - 1
    const text = `${statementsOf(statement, modules)}${'\n'.repeat(lines)}`
    replaced = replaced.slice(0, statement.start) + text + replaced.slice(statement.end)
  }
  return replaced
}

/** One statement for each module, in the order of their paths. */
function statementsOf(statement: ESTree.ImportDeclaration | ESTree.ExportNamedDeclaration, modules: Map<string, string>): string {
  const entry = statement.source?.value
  const byFile = new Map<string, string[]>()
  for (const specifier of statement.specifiers) {
    const [name, text] = pairOf(specifier)
    const file = name === undefined ? undefined : modules.get(name)
    if (file === undefined) throw new Error(`\`${entry}\` exports no ${name ?? 'default and no namespace'}`)
    byFile.set(file, [...(byFile.get(file) ?? []), text])
  }
  const verb = statement.type === 'ImportDeclaration' ? 'import' : 'export'
  const files = [...byFile].sort(([a], [b]) => (a < b ? -1 : 1))
  return files.map(([file, names]) => `${verb} { ${names.join(', ')} } from ${JSON.stringify(file)};`).join(' ')
}

/** The name in the entry, and the text that takes it, `a as b`. */
function pairOf(specifier: ESTree.ImportDeclarationSpecifier | ESTree.ExportSpecifier): [string | undefined, string] {
  if (specifier.type === 'ImportSpecifier') {
    return [nameOf(specifier.imported), `${nameOf(specifier.imported)} as ${specifier.local.name}`]
  }
  if (specifier.type === 'ExportSpecifier') {
    return [nameOf(specifier.local), `${nameOf(specifier.local)} as ${nameOf(specifier.exported)}`]
  }
  return [undefined, '']
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}
