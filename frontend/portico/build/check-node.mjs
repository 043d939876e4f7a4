// Fails early on a Node that is too old: `npm run` puts an installed one on PATH, but a tool that
// is called directly from a shell may use another.

import { isNew, LEAST } from '../bin/node-version.mjs'

if (!isNew(process.versions.node)) {
  console.error(
    `error: this is Node ${process.versions.node}, the frontend needs ${LEAST} or newer; start it by \`scripts/run\`, which fetches one, or install Node ${LEAST}`,
  )
  process.exit(1)
}
