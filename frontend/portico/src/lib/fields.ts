// Dotted names into JSON: `entry.body`, `letters.0.body`. The same names are in `data-html` and in
// the worker's answer.

import type { Json } from '#/contract.ts'

type Tree = { [key: string]: Json }

/** The value at `field`; undefined if there is none. */
export function readField(tree: Tree, field: string): Json | undefined {
  let value: Json | undefined = tree
  for (const key of field.split('.')) {
    if (!isBranch(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/**
 * A copy of `tree` in which `field` is `value`; branches that the field does not touch are shared.
 * The branch must exist.
 */
export function withField(tree: Tree, field: string, value: Json): Tree {
  const [key, ...rest] = field.split('.') as [string, ...string[]]
  const copy = Array.isArray(tree) ? ([...tree] as unknown as Tree) : { ...tree }
  if (rest.length === 0) {
    copy[key] = value
    return copy
  }
  const branch = copy[key]
  if (!isBranch(branch)) throw new Error(`withField: nothing to put \`${field}\` into`)
  copy[key] = withField(branch, rest.join('.'), value)
  return copy
}

function isBranch(value: Json | undefined): value is Tree {
  return typeof value === 'object' && value !== null
}
