// Clean builds of Portico and its peers in turn, then the cost of an unchanged and of an edited
// site.

import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../bench-shared/figures.mjs'
import { checkRoom } from '../bench-shared/machine.mjs'
import { checkOutput, pagesOf } from './compare.mjs'
import { LOCALES, makeCorpus } from './corpus.mjs'
import { measure } from './measure.mjs'
import { buildTable, stepTable } from './tables.mjs'
import { measureWatch } from './watch.mjs'

export async function measureBuilds(portico, peers, folder, options) {
  const fast = [portico, ...peers.filter(({ isSlow }) => !isSlow)]
  const slow = peers.filter(({ isSlow }) => isSlow)
  for (const site of [...fast, ...slow]) site.install()
  const corpus = makeCorpus(join(folder, 'corpus'), options)
  checkRoom(folder, need(fast, slow, corpus.slugs.length))
  console.log(
    `${corpus.slugs.length} articles × ${LOCALES.length} languages, ${(corpus.bytes / 1e6).toFixed(1)} MB of Markdown\n`,
  )

  const run = new Run(corpus, join(folder, 'log.txt'))
  for (const site of fast) site.prepare(join(folder, site.name), corpus)
  for (let round = 1; round <= options.rounds; round++) for (const site of fast) await run.build(site)
  for (const site of fast) await run.memory(site)
  await run.unchanged(portico)
  await run.edited(fast)
  for (const site of slow) {
    site.prepare(join(folder, site.name), corpus)
    await run.build(site)
    await run.edited([site])
    rmSync(site.folder, { recursive: true })
  }
  console.log(buildTable(run.results))
  console.log(stepTable(run.steps))
  if (options.watch) console.log(await measureWatch(portico, corpus))
}

/**
 * Room for the files of all sites that stay and of one that is removed again, and for the largest
 * memory of one.
 */
function need(fast, slow, articles) {
  const of = (sites, kind) => sites.map(({ perArticle, fixed }) => fixed[kind] + perArticle[kind] * articles)
  const files = of(fast, 'files').reduce((sum, bytes) => sum + bytes, 0) + Math.max(0, ...of(slow, 'files'))
  return { files, memory: Math.max(...of([...fast, ...slow], 'memory')) }
}

class Run {
  /** Site → its clean builds, its memory, its output. */
  results = new Map()
  steps = []
  edits = 0

  constructor(corpus, log) {
    Object.assign(this, { corpus, log })
  }

  /** A clean build; the first of each site is checked. */
  async build(site) {
    await site.clean()
    const { wall, cpu, peak } = await this.measure(site, 'clean build', site.isSlow)
    const known = this.results.get(site)
    if (known !== undefined) {
      known.builds.push({ wall, cpu })
      return
    }
    const made =
      site.kind === 'sample'
        ? { pages: site.report().pages }
        : { pages: pagesOf(this.corpus.slugs.length), ...checkOutput(site, this.corpus) }
    this.checkRelated(site, made)
    this.results.set(site, { ...made, peak, builds: [{ wall, cpu }] })
  }

  /** All sites show as many related articles. */
  checkRelated(site, { related }) {
    const [[first, known] = []] = this.results
    if (known?.related === undefined || known.related === related) return
    throw new Error(`${first.name} shows ${known.related} related articles in all, and ${site.name} ${related}`)
  }

  async memory(site) {
    await site.clean()
    const { peak } = await this.measure(site, 'clean build, for its memory', true)
    this.results.get(site).peak = peak
  }

  async unchanged(site) {
    await this.step(site, 'nothing changed')
  }

  /** One more sentence in one article, which all sites share. */
  async edited(sites) {
    this.edits += 1
    const { folder, slugs } = this.corpus
    const slug = slugs[Math.floor((slugs.length * this.edits) / 10)]
    appendFileSync(join(folder, slug, 'en.md'), `\nOne more sentence, number ${this.edits}.\n`)
    for (const site of sites) await this.step(site, 'one article’s text edited')
  }

  async step(site, name) {
    const { wall, cpu } = await this.measure(site, name)
    this.steps.push({
      site,
      name,
      wall,
      cpu,
      clean: median(this.results.get(site).builds.map((build) => build.wall)),
      report: site.report?.(),
    })
  }

  async measure(site, name, withMemory) {
    const result = await measure(site.command(), this.log, withMemory)
    console.error(`${site.name}, ${name}: ${result.wall.toFixed(2)} s, ${result.cpu.toFixed(2)} CPU s`)
    return result
  }
}
