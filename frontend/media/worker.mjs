// The generator's media worker: a long-running process that does one job after the other. The
// frames of jobs and answers are defined in `generator/media/src/workers/media.rs`. Each job is a
// module beside this one, loaded at its first request.

import { frames } from './frames.mjs'

const JOBS = {
  card: () => import('./cards.mjs'),
  font: () => import('./fonts.mjs'),
  picture: () => import('./pictures.mjs'),
}

for await (const { job, input } of frames(process.stdin)) {
  const { meta, made } = await answer(job, input)
  const text = Buffer.from(JSON.stringify(meta))
  const bytes = made.reduce((sum, part) => sum + part.length, 0)
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32LE(4 + text.length + bytes, 0)
  lengths.writeUInt32LE(text.length, 4)
  process.stdout.write(Buffer.concat([lengths, text, ...made]))
}

/** Result of a job, or why it has none: a fault of its input must not end the process. */
async function answer(job, input) {
  try {
    const module = JOBS[job.job]
    if (!module) throw new Error(`there is no job "${job.job}"`)
    return await (await module()).run(job, input)
  } catch (error) {
    return { meta: { error: error instanceof Error ? error.message : String(error) }, made: [] }
  }
}
