// The worker that renders pages for the generator. The import of `serve` redirects output to
// standard error before modules of the site load, hence the dynamic import.

import { join } from 'node:path'
import { serve } from '@portico/app/worker'

const { site } = await import('./site.ts')

await serve({ site, manifest: join(import.meta.dirname, '../assets.json') })
