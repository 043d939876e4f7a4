// How long a start takes with a large build: from the process's start to the first page.

import { join } from 'node:path'
import { median, table } from '../bench-shared/figures.mjs'
import { memory, start, stop } from './process.mjs'
import { ask } from './requests.mjs'
import { freePort, listening } from './servers.mjs'
import { buildSite } from './site.mjs'

/** A page and its payload in two languages. */
const PATHS_PER_ARTICLE = 4

/** The table. */
export async function measureStart(gateways, folder, { paths, rounds }) {
  const site = await buildSite(join(folder, 'large'), Math.ceil(paths / PATHS_PER_ARTICLE), 'never')
  const rows = []
  for (const [name, program] of gateways) {
    const times = []
    let held = 0
    for (let round = 0; round < rounds; round++) {
      const port = await freePort()
      const before = performance.now()
      // Both cores: an operator's machine has no other work then.
      const child = start('0,1', [program, 'serve', '--listen', `127.0.0.1:${port}`, '--builds', site.builds, '--origin', 'http://127.0.0.1:1'])
      await listening(port)
      const { status } = await ask(`http://127.0.0.1:${port}`, '/en')
      if (status !== 200) throw new Error(`the first page is answered ${status}`)
      times.push(performance.now() - before)
      held = memory(child.pid).now
      await stop(child)
    }
    const show = (value) => (value / 1000).toFixed(2)
    rows.push([name, `${show(median(times))} (${show(Math.min(...times))}–${show(Math.max(...times))})`, (held / 2 ** 20).toFixed(0)])
  }
  return table([`start with ${site.slugs.length * PATHS_PER_ARTICLE} paths and more`, 'to the first page, s', 'memory MiB'], rows)
}
