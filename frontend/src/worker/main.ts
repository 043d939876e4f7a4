// The worker: a long-running process that renders pages for the generator. `stderr.ts` must come
// first, hence the dynamic import.

import '#/worker/stderr.ts'

import { join } from 'node:path'

const { serve } = await import('#/worker/serve.ts')
// This file becomes dist/server/worker.mjs.
await serve(join(import.meta.dirname, '../assets.json'))
