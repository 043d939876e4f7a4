// Called by scripts/bench: Lighthouse's mobile figures of the sample site's pages, of a new site
// without parts, or of the bench site's beside its peers, as a first visitor gets them: the server
// speaks TLS and HTTP/2, the connection is Lighthouse's slow 4G (simulated), the processor four
// times slower.
//
// A visit is a fresh profile's. Figures are medians of the rounds; bytes are counted in one round,
// because they are the same in each.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSite } from '../../tests/fixtures/new-site.ts'
import { buildSite } from '../../tests/fixtures/stack.ts'
import { machineLine } from '../bench-shared/machine.mjs'
import { versions, visit } from './lighthouse.mjs'
import { readOptions } from './options.mjs'
import { indexable } from './pages.mjs'
import { servePeers } from './peers.mjs'
import { startSecureGateway } from './secure-gateway.mjs'
import { medians, pageTable, worst } from './tables.mjs'

const options = readOptions(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const stops = []
process.on('exit', () => {
  for (const stop of stops) stop()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

try {
  await measure()
} catch (error) {
  console.error(`error: ${error.stack}`)
  process.exitCode = 1
}
process.exit()

async function measure() {
  const sites = options.peers ? await servePeers(folder, stops) : [await serveSite()]
  const { version, browser } = await versions()
  console.log(`${machineLine(folder)}; Lighthouse ${version}, ${browser}; median of ${options.rounds}\n`)

  // All pages once, then all again: other work of the machine affects all of them.
  const pages = sites.flatMap(({ label, url, pages }) => pages.map((page) => ({ label, ...page, address: url + page.path })))
  const visits = new Map(pages.map((page) => [page, []]))
  for (let round = 0; round < options.rounds; round++) {
    for (const [page, measured] of visits) measured.push(await visit(page.address, page.locale))
  }
  for (const { label } of sites) {
    const rows = [...visits].filter(([page]) => page.label === label).map(([page, measured]) => ({ page, ...medians(measured) }))
    console.log(`${label}\n\n${pageTable(rows)}\n${worst(rows)}\n`)
  }
}

/** Serves the sample site, or a new one. */
async function serveSite() {
  const made = options.plain ? newSite(join(folder, 'site'), '--name', 'Plain', '--languages', 'en,zh-CN', '--plain') : undefined
  await buildSite(folder, made)
  const pages = indexable(join(folder, 'builds'), options)
  if (pages.length === 0) throw new Error('no indexable page matches --pages and --locales')
  const gateway = await startSecureGateway(folder)
  stops.push(gateway.stop)
  return { label: options.plain ? 'A new site without parts' : 'The sample site', url: gateway.url, pages }
}
