// The worker: a long-running process that renders pages for the generator. The module that
// redirects output to standard error must come first, hence the dynamic imports.

import '@portico/app/worker/stderr.ts'

import { join } from 'node:path'

const { serve } = await import('@portico/app/worker/serve.ts')
const { site } = await import('./site.ts')
const { fileMakers } = await import('./file-makers.ts')
const { around } = await import('./around.tsx')
const { headerClasses } = await import('./header-classes.ts')

await serve({
  site,
  // This file becomes dist/server/worker.mjs.
  manifest: join(import.meta.dirname, '../assets.json'),
  headerClasses,
  files: fileMakers,
  around,
})
