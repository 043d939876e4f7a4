// Folders of the repository, and how a corpus gets into a site.

import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')
export const benchSite = join(root, 'scripts/bench-site')

/** The corpus as `target`, by hard links: all sites read the same files, which use space once. */
export function linkTree(source, target) {
  execFileSync('cp', ['-al', source, target])
}
