// Called by scripts/bench: builds sites of the same articles and prints the cost, ready for
// docs/benchmarks.md.
//
// Wall is until the build is live; Portico's compressed files are made afterwards and are not in
// it. CPU is user and system time of the build and its child processes. Memory is the sum of
// proportional set sizes, from a separate build where the sampling would slow the measured one.

import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { machineLine } from '../bench-shared/machine.mjs'
import { measureBuilds } from './builds.mjs'
import { readOptions } from './options.mjs'
import { measureScale } from './scale.mjs'
import { peers } from './sites/peers.mjs'
import { Portico } from './sites/portico.mjs'

const options = readOptions(process.argv.slice(2))
const folder = mkdtempSync(join(options.folder, 'portico-bench-'))
const portico = new Portico(options.site)
process.on('exit', () => {
  portico.stop()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

try {
  console.log(machineLine(folder))
  if (options.scale === undefined) {
    await measureBuilds(
      portico,
      options.peers.map((name) => new peers[name]()),
      folder,
      options,
    )
  } else {
    await measureScale(portico, folder, options)
  }
} catch (error) {
  console.error(`error: ${error.message}`)
  process.exitCode = 1
}
process.exit()
