// Which files have prose, and the part of the repository that each belongs to.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commentsOf, count, proseOf } from './densities.mjs'

const CODE = /\.(rs|ts|tsx|mjs|js|py)$/
/** Generated, or of the site's content, or in another language. */
const LEFT_OUT = /\.gen\.|^((docs\/site|tests\/museum)\/)?content\/|zh-CN|\/template\/.*(content|locales)\//

/** Each file with prose: `{ path, area, words, … }`; a document is an area of its own. */
export function prose(root) {
  return execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => (CODE.test(path) || path.endsWith('.md')) && !LEFT_OUT.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return CODE.test(path)
        ? { path, area: path.split('/')[0], ...count(commentsOf(text)) }
        : { path, area: path, ...count(proseOf(text)) }
    })
}

/** The files of each area. */
export function byArea(files) {
  return Object.groupBy(files, ({ area }) => area)
}
