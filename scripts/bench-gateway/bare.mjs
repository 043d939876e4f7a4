// hyper with nothing around it: an example of the gateway's crate, built when it is needed.

import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { root } from '../bench-generator/sites/places.mjs'

/** Its program. */
export function bareServer() {
  // The same packages as scripts/bench builds, so that nothing is compiled with other features.
  execFileSync('cargo', ['build', '--release', '--locked', '--quiet', '-p', 'gateway', '-p', 'generator', '--example', 'bare', '--bins'], {
    cwd: root,
    stdio: 'inherit',
  })
  return join(resolve(root, process.env.CARGO_TARGET_DIR ?? 'target'), 'release/examples/bare')
}
