// The command line of `scripts/bench gateway`, checked once.

import { count, readOptions as read } from '../bench-shared/options.mjs'
import { names } from './scenarios.mjs'

const USAGE = `usage: scripts/bench gateway [--only NAME]… [--rounds N] [--seconds N] [--articles N] [--connections N] [--paths N]
                           [--against FILE] [--tree DIR] [--folder DIR]

  --only NAME       measure only this; may be given more than once: ${names.join(', ')}
  --rounds N        how often both servers take their turn (default 5)
  --seconds N       how long one turn is (default 3)
  --articles N      articles of the site's corpus, each in two languages; of them a third, at most 1000, whose
                    documents are nearest to 5 KB are asked for (default 3000)
  --connections N   idle connections (default 8000)
  --paths N         paths of the build that is loaded for the start time (default 200000)
  --against FILE    another gateway's program takes its turn as well: how a change is measured
  --tree DIR        keeps the site there, and takes it when it is there already
  --folder DIR      where sources and output lie (default /dev/shm)`

const OPTIONS = {
  only: { type: 'string', multiple: true, default: [] },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
  articles: { type: 'string', default: '3000' },
  connections: { type: 'string', default: '8000' },
  paths: { type: 'string', default: '200000' },
  against: { type: 'string' },
  tree: { type: 'string' },
  folder: { type: 'string', default: '/dev/shm' },
}

/** Ends the process with the usage when `argv` is invalid. */
export const readOptions = (argv) => read(argv, USAGE, OPTIONS, checked)

function checked(values) {
  for (const name of values.only) if (!names.includes(name)) throw new Error(`--only: there is no scenario \`${name}\``)
  const numbers = ['rounds', 'seconds', 'articles', 'connections', 'paths']
  return {
    ...values,
    ...Object.fromEntries(numbers.map((name) => [name, count(values[name], `--${name}`)])),
    only: new Set(values.only.length > 0 ? values.only : names),
  }
}
