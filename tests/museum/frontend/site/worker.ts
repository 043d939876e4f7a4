// The worker that renders pages for the generator. The import of `serve` redirects output to
// standard error before modules of the site load, hence the dynamic imports.

import { join } from 'node:path'
import { serve } from '@portico/app/worker'

const { site } = await import('./site.ts')
const { fileMakers } = await import('./file-makers.ts')

await serve({
  site,
  files: fileMakers,
  // This file becomes dist/server/worker.mjs.
  manifest: join(import.meta.dirname, '../assets.json'),
})
