#!/usr/bin/env node
// Starts the program with the arguments and the streams of this process, and ends with its code.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { packageName, program, remedy } from './index.mjs'

/** Signals that are passed on. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2']

if (program === undefined) {
  console.error(
    `error: the package \`${packageName}\` is missing in the version of this one; ${remedy}. If the registry has no package of this name, build Portico from its sources`,
  )
  process.exit(1)
}
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' })
for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
child.on('error', (error) => {
  console.error(`error: cannot start ${program}: ${error.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
