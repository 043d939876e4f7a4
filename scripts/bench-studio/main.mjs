// Called by scripts/bench: times of the studio's answers, on the sample site and on a site of many
// articles.
//
// A time is from the request to the last byte of the answer, at the studio's socket. An edit's
// answer has the page as the real renderer makes it.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeCorpus } from '../bench-generator/corpus.mjs'
import { Portico, binary } from '../bench-generator/sites/portico.mjs'
import { median, table } from '../bench-shared/figures.mjs'
import { machineLine } from '../bench-shared/machine.mjs'
import { count, readOptions } from '../bench-shared/options.mjs'
import { StudioClient } from './client.mjs'

const USAGE = `usage: scripts/bench studio [--articles N] [--folder DIR]

  --articles N   articles of the large site, each in two languages (default 10000)
  --folder DIR   where sources and output lie (default /dev/shm; a disk adds its own costs)`

const EDITS = 20

const options = readOptions(
  process.argv.slice(2),
  USAGE,
  { articles: { type: 'string', default: '10000' }, folder: { type: 'string', default: '/dev/shm' } },
  (values) => ({ ...values, articles: count(values.articles, '--articles') }),
)
const folder = mkdtempSync(join(options.folder, 'portico-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

console.log(machineLine(folder))
const rows = [await measure('sample site', 40), await measure(`${options.articles} × 2 articles`, options.articles)]
const head = ['studio, ms (median of 20)', 'title edited, page answered', 'paragraph edited', 'list of entries', 'difference of a set', 'first page']
console.log(table(head, rows))
process.exit()

/** A row of figures for a site with so many articles. */
async function measure(name, articles) {
  const site = new Portico('sample')
  const place = join(folder, String(articles))
  const corpus = makeCorpus(join(folder, `corpus-${articles}`), { articles })
  site.prepare(place, corpus)
  site.empty()
  const watch = spawn(binary('generator'), ['watch', ...site.options()], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    for await (const chunk of watch.stdout.iterator({ destroyOnReturn: false })) if (/^published /m.test(String(chunk))) break
    watch.stdout.resume()
    const studio = new StudioClient(join(place, 'var/studio.sock'))
    const slug = corpus.slugs[Math.floor(corpus.slugs.length / 2)]
    const path = `news/${slug}/en.md`
    const page = `/en/news/${slug}`
    const first = await timed(() => studio.call('GET', `/sets/live/page?path=${page}`))
    const { id } = await studio.call('POST', '/sets', { name: 'Bench' })
    const edit = (change) => studio.edit(id, path, change, page)
    const titles = await times((n) => edit({ kind: 'field', field: '/title', value: `Title ${n}` }))
    const { text } = await studio.call('GET', `/sets/${id}/file?path=${path}`)
    const last = text.trimEnd().split('\n').length
    const paragraphs = await times((n) => edit({ kind: 'lines', first: last, last, text: `Words ${n}.` }))
    const lists = await times(async (n) => {
      await edit({ kind: 'field', field: '/title', value: `Listed title ${n}` })
      return timed(() => studio.call('GET', `/sets/${id}/entries`))
    })
    await studio.call('GET', `/sets/${id}/changes`)
    const differences = await times(async (n) => {
      await edit({ kind: 'field', field: '/title', value: `Another title ${n}` })
      return timed(() => studio.call('GET', `/sets/${id}/changes`))
    })
    return [name, ...[titles, paragraphs, lists, differences].map((all) => median(all).toFixed(0)), first.toFixed(0)]
  } finally {
    watch.kill()
    await new Promise((done) => watch.on('close', done))
  }
}

/** Milliseconds of each of some runs; a run may return its own time. */
async function times(run) {
  const all = []
  for (let n = 0; n < EDITS; n++) {
    let own
    const whole = await timed(async () => {
      own = await run(n)
    })
    all.push(typeof own === 'number' ? own : whole)
  }
  return all
}

async function timed(run) {
  const began = performance.now()
  await run()
  return performance.now() - began
}
