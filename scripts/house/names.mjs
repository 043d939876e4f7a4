// Names of functions that leave a reader to guess: a single participle (`told`, `held`, `shown`),
// and constructors called `of`.

import { codeOf } from './source.mjs'

const IRREGULAR =
  'asked begun built drawn found given gone grown heard held kept known left lost made met said seen sent shown spent taken told written'.split(' ')
/** Verbs that end as participles do. */
const VERBS = 'embed exceed feed need proceed seed shed shred speed succeed'.split(' ')
const PARTICIPLE = new RegExp(`^(?:${IRREGULAR.join('|')}|[a-z]+ed)$`)

/** Functions of a Rust file whose name is a participle or `of`: `{ line, name }`. */
export function riddles(text) {
  const code = codeOf(text)
  return [...code.matchAll(/\bfn ([a-z]+)\b(?!_)/g)]
    .filter(([, name]) => name === 'of' || (PARTICIPLE.test(name) && !VERBS.includes(name)))
    .map(({ index, 1: name }) => ({ line: code.slice(0, index).split('\n').length, name }))
}
