// The worker as a site starts it. The module that redirects output comes first, and the renderer is
// fetched by the call, so that neither it nor a site's modules load before.

import '#/worker/stderr.ts'

import type { WorkerOptions } from '#/worker/serve.ts'

/** Answers requests until standard input ends. A site imports its own modules after this one. */
export async function serve(options: WorkerOptions): Promise<void> {
  const worker = await import('#/worker/serve.ts')
  await worker.serve(options)
}
