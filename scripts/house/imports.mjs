// Imports between the modules of a crate, read from its paths: `use crate::a::b`, `super::c`, and
// paths in the middle of code.

import { codeOf, withoutTests } from './source.mjs'

/**
 * Arrows between files: `{ from, to, line }`, modules as texts (`site::load`); `to` is `` for items
 * of lib.rs itself.
 */
export function arrows(files) {
  const modules = new Set(files.map(({ module }) => module.join('::')))
  return files.flatMap((file) =>
    pathsOf(codeOf(withoutTests(file.text)))
      .map(({ path, line }) => ({ from: file.module.join('::'), to: nearest(absolute(path, file.module), modules), line, path: file.path }))
      .filter(({ from, to }) => from !== to),
  )
}

/** Paths that begin at the crate, here or above, with the lists in braces spelled out. */
export function pathsOf(code) {
  const found = []
  for (const match of code.matchAll(/(?<![\w:$])(?:crate|super|self)::/g)) {
    const line = code.slice(0, match.index).split('\n').length
    for (const path of spelledOut(code, match.index).paths) found.push({ path, line })
  }
  return found
}

/** The paths of a tree such as `crate::{a, b::{c, d}}`, and where it ends. */
function spelledOut(code, start) {
  let [at, path] = [start, []]
  for (;;) {
    const name = /\s*(\w+|\*)/y
    name.lastIndex = at
    const [whole, word] = name.exec(code) ?? []
    if (word === undefined) return { paths: [path], at }
    path = [...path, word]
    at += whole.length
    const colons = /\s*::\s*(\{)?/y
    colons.lastIndex = at
    const next = colons.exec(code)
    if (next === null) return { paths: [path], at }
    at += next[0].length
    if (next[1] === undefined) continue
    return listed(code, at, path)
  }
}

function listed(code, start, before) {
  let at = start
  const paths = []
  for (;;) {
    const inner = spelledOut(code, at)
    paths.push(...inner.paths.map((path) => [...before, ...path]))
    const after = /(?:\s*as\s+\w+)?\s*(,?)\s*(\}?)/y
    after.lastIndex = inner.at
    const [whole, comma, brace] = after.exec(code)
    at = inner.at + whole.length
    if (brace !== '' || comma === '') return { paths, at }
  }
}

/** From the crate's root. */
function absolute(path, module) {
  const [first, ...rest] = path
  if (first === 'crate') return rest
  let [base, at] = [module, path]
  if (at[0] === 'self') at = at.slice(1)
  while (at[0] === 'super') [base, at] = [base.slice(0, -1), at.slice(1)]
  return [...base, ...at]
}

/** The longest beginning of a path that is a module. */
function nearest(path, modules) {
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).join('::')
    if (modules.has(name)) return name
  }
  return ''
}

/**
 * Rings of modules that import each other, each in the order of its names; a module and the files
 * of its folder are no ring.
 */
export function cycles(links) {
  const names = [...new Set(links.flatMap(({ from, to }) => [from, to]))].filter(Boolean).sort()
  const next = new Map(names.map((name) => [name, new Set()]))
  for (const { from, to } of links) if (from !== '' && to !== '' && !isFamily(from, to)) next.get(from).add(to)
  return components(names, next).filter((ring) => ring.length > 1)
}

const isFamily = (one, other) => one.startsWith(`${other}::`) || other.startsWith(`${one}::`)

/** Strongly connected components, by the names that each name reaches and is reached from. */
function components(names, next) {
  const reached = new Map(names.map((name) => [name, reach(name, next)]))
  const seen = new Set()
  return names.flatMap((name) => {
    if (seen.has(name)) return []
    const ring = names.filter((other) => other === name || (reached.get(name).has(other) && reached.get(other).has(name)))
    for (const member of ring) seen.add(member)
    return [ring]
  })
}

function reach(start, next) {
  const found = new Set()
  const waiting = [start]
  while (waiting.length > 0)
    for (const name of next.get(waiting.pop()))
      if (!found.has(name)) {
        found.add(name)
        waiting.push(name)
      }
  return found
}
