// The command line of `scripts/bench generator`, checked once.

import { count, readOptions as read } from '../bench-shared/options.mjs'
import { peers } from './sites/peers.mjs'

const USAGE = `usage: scripts/bench generator [--articles N | --corpus DIR] [--peer NAME]… [--site bench|sample] [--rounds N]
                             [--watch] [--scale N,N,… [--save]] [--folder DIR]

  --articles N      articles of the synthetic corpus, each in two languages (default 10000)
  --corpus DIR      take the articles from a folder of <slug>/<locale>.md instead
  --peer NAME       build the same site with ${Object.keys(peers).join(', ')} in the same run; may be given more than once
  --site NAME       bench: the site that peers have, too (default); sample: the sample site, with the corpus as its news
  --rounds N        clean builds of each, one after the other in turn (default 3; slow peers take part in the first)
  --watch           from a file's save to the new page at the gateway, and what an added and a removed article cost
  --scale N,N,…     cost per page and memory by number of articles; --save writes figures and plot to docs/
  --folder DIR      where sources and output lie (default /dev/shm; a disk adds its own costs)`

const OPTIONS = {
  articles: { type: 'string', default: '10000' },
  corpus: { type: 'string' },
  peer: { type: 'string', multiple: true, default: [] },
  site: { type: 'string', default: 'bench' },
  rounds: { type: 'string', default: '3' },
  watch: { type: 'boolean', default: false },
  scale: { type: 'string' },
  save: { type: 'boolean', default: false },
  folder: { type: 'string', default: '/dev/shm' },
}

/** Ends the process with the usage when `argv` is invalid. */
export const readOptions = (argv) => read(argv, USAGE, OPTIONS, checked)

function checked(values) {
  for (const name of values.peer) if (!(name in peers)) throw new Error(`--peer: there is no peer \`${name}\``)
  if (values.site !== 'bench' && values.site !== 'sample') throw new Error(`--site: there is no site \`${values.site}\``)
  if (values.save && values.scale === undefined) throw new Error('--save: only --scale has figures to save')
  return {
    ...values,
    articles: count(values.articles, '--articles'),
    rounds: count(values.rounds, '--rounds'),
    scale: values.scale?.split(',').map((text) => count(text, '--scale')),
    peers: [...new Set(values.peer)],
  }
}
