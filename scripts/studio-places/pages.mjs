// Paths of a build's pages.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Paths of the live build's documents. */
export function readPages(builds) {
  const json = (path) => JSON.parse(readFileSync(join(builds, path), 'utf8'))
  const { id } = json('latest.json')
  const shards = json(`index/${id}.json`).shards.map((hash) => json(`shards/${hash}.json`))
  const entries = shards.flatMap((shard) => Object.entries(shard.entries ?? shard))
  return entries.filter(([, entry]) => entry.type?.startsWith('text/html')).map(([path]) => path).sort()
}
