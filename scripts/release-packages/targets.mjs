// The platforms that Portico is released for, by the names of Node: `linux-x64`.

import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `rust`: the compiler's target, with the oldest glibc for zig. `wasRun`: whether the tests run
 * there.
 */
export const TARGETS = [
  { name: 'linux-x64', os: 'linux', cpu: 'x64', rust: 'x86_64-unknown-linux-gnu', glibc: '2.17', wasRun: true },
  { name: 'linux-arm64', os: 'linux', cpu: 'arm64', rust: 'aarch64-unknown-linux-gnu', glibc: '2.17', wasRun: false },
  { name: 'darwin-x64', os: 'darwin', cpu: 'x64', rust: 'x86_64-apple-darwin', wasRun: false },
  { name: 'darwin-arm64', os: 'darwin', cpu: 'arm64', rust: 'aarch64-apple-darwin', wasRun: false },
  { name: 'win32-x64', os: 'win32', cpu: 'x64', rust: 'x86_64-pc-windows-gnu', wasRun: false },
]

/** The target of a name. */
export function targetOf(name) {
  const target = TARGETS.find((each) => each.name === name)
  if (target === undefined) throw new Error(`there is no platform ${name}; there are ${TARGETS.map((each) => each.name).join(', ')}`)
  return target
}

/** Targets for which this machine's compiler has a standard library. */
export function installedTargets() {
  const root = execFileSync('rustc', ['--print', 'sysroot'], { encoding: 'utf8' }).trim()
  const installed = readdirSync(join(root, 'lib/rustlib'))
  return TARGETS.filter(({ rust }) => installed.includes(rust))
}
