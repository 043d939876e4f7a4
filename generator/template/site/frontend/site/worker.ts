// The worker that renders pages for the generator. What writes to standard error must come first,
// hence the dynamic imports.

import '@portico/app/worker/stderr.ts'

import { join } from 'node:path'

const { serve } = await import('@portico/app/worker/serve.ts')
const { site } = await import('./site.ts')
// @part search
const { fileMakers } = await import('./file-makers.ts')
// @end

await serve({
  site,
  // @part search
  files: fileMakers,
  // @end
  // This file becomes dist/server/worker.mjs.
  manifest: join(import.meta.dirname, '../assets.json'),
})
