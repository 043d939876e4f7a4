// Platforms of a release on this machine.
//
//   node platforms.mjs                 a line for each platform: built here, or the reason
//   node platforms.mjs --names         names of those that are built here, with commas
//   node platforms.mjs --rust NAME     the compiler's target of a platform, for cargo zigbuild

import { parseArgs } from 'node:util'
import { installedTargets, TARGETS, targetOf } from './targets.mjs'

const { values } = parseArgs({ options: { names: { type: 'boolean' }, rust: { type: 'string' } } })
const print = (text) => process.stdout.write(`${text}\n`)

if (values.rust !== undefined) {
  const { rust, glibc } = targetOf(values.rust)
  print(glibc === undefined ? rust : `${rust}.${glibc}`)
} else {
  const here = installedTargets()
  if (values.names) print(here.map(({ name }) => name).join(','))
  else for (const target of TARGETS) print(`${target.name}: ${stateOf(target, here)}`)
}

function stateOf(target, here) {
  if (!here.includes(target)) return `not built: this machine has no standard library for ${target.rust}`
  return target.wasRun ? 'built, and run by the tests' : 'built, and not run'
}
