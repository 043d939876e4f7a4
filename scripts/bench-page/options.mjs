// The command line.

import { count, readOptions as read } from '../bench-shared/options.mjs'

const USAGE = `usage: scripts/bench page [--pages GLOB] [--locales zh-CN,en] [--rounds N]
       scripts/bench page --plain [--rounds N]
       scripts/bench page --peers [--rounds N]
  --pages GLOB   only pages whose name matches: a route's id (\`company\`), or with an entry (\`company-lattice\`)
  --locales …    only these languages
  --all          every entry of every collection, instead of the longest and the shortest
  --plain        the pages of a new site without parts, in English and Chinese, instead
  --peers        the bench site's pages instead, beside those that Next.js, Astro and vike make of the same articles
  --rounds N     visits of each page (default 5); the median counts`

export function readOptions(argv) {
  const options = {
    pages: { type: 'string', default: '*' },
    locales: { type: 'string' },
    all: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
  }
  return read(argv, USAGE, options, (values) => ({
    pages: values.pages,
    locales: values.locales?.split(','),
    all: values.all,
    plain: values.plain,
    peers: values.peers,
    rounds: count(values.rounds, '--rounds'),
  }))
}
