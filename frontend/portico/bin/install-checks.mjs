// Installs the packages of the checks as development packages of the site, so that its lock file
// has them; those that it has already stay. Run by `scripts/test`, or by hand:
//
//   node frontend/portico/bin/install-checks.mjs
//
// Any Node that has npm will do: npm removes a Node that `node.mjs` fetched, and `node.mjs` then
// fetches it again.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { lackingChecks } from './checks.mjs'

const frontend = join(import.meta.dirname, '../..')
const options = ['--save-dev', '--save-exact', '--no-audit', '--no-fund', '--loglevel=error']
const lacking = lackingChecks(frontend)

if (lacking.length > 0) {
  process.stdout.write('installing the packages of the checks\n')
  const { status, error } = spawnSync('npm', ['install', ...options, ...lacking], { cwd: frontend, stdio: 'inherit' })
  if (error !== undefined) console.error(`error: cannot start npm: ${error.message}`)
  process.exit(status ?? 1)
}
