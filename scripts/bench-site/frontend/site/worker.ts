// The worker that renders pages for the generator. The module that redirects output to standard
// error must come first, hence the dynamic imports.

import '@portico/app/worker/stderr.ts'

import { join } from 'node:path'

const { serve } = await import('@portico/app/worker/serve.ts')
const { site } = await import('./site.ts')

await serve({ site, manifest: join(import.meta.dirname, '../assets.json') })
