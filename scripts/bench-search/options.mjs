// The command line of `scripts/bench search`, checked once.

import { count, readOptions as read } from '../bench-shared/options.mjs'

const USAGE = `usage: scripts/bench search [--articles N] [--questions N] [--rounds N] [--edits N] [--folder DIR]

  --articles N      articles of the site, each in two languages (default 10000)
  --questions N     questions of a round (default 2000)
  --rounds N        how often both take their turn (default 5)
  --edits N         edits under \`watch\` (default 20)
  --folder DIR      where sources and output lie (default /dev/shm)`

const NUMBERS = { articles: '10000', questions: '2000', rounds: '5', edits: '20' }

const OPTIONS = {
  ...Object.fromEntries(Object.entries(NUMBERS).map(([name, number]) => [name, { type: 'string', default: number }])),
  folder: { type: 'string', default: '/dev/shm' },
}

/** Ends the process with the usage when `argv` is invalid. */
export const readOptions = (argv) => read(argv, USAGE, OPTIONS, checked)

function checked(values) {
  return { ...values, ...Object.fromEntries(Object.keys(NUMBERS).map((name) => [name, count(values[name], `--${name}`)])) }
}
