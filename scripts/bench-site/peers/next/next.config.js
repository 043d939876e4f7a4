// The bench site for Next.js: every page exported as a file.

import { availableParallelism } from 'node:os'

export default {
  output: 'export',
  // `article/index.html`, as the other sites have it.
  trailingSlash: true,
  // By default one core is left idle.
  experimental: { cpus: availableParallelism() },
}
