// Called by scripts/bench: the gateway against nginx on the same files, in turn. Prints the cost of
// each request.
//
// The server has core 0, the load core 1. Cost is the user and system time of all processes and
// threads of the server over a run of some seconds, divided by the answers. Both serve the same
// site, really built, with the same headers; it is compared before.

import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { machineLine } from '../bench-shared/machine.mjs'
import { binary } from '../bench-generator/sites/portico.mjs'
import { measureInstructions } from './instructions.mjs'
import { measureLatency } from './latency.mjs'
import { measureMemory } from './memory.mjs'
import { version } from './nginx.mjs'
import { readOptions } from './options.mjs'
import { cpuSeconds } from './process.mjs'
import { loads } from './scenarios.mjs'
import { Servers, compare } from './servers.mjs'
import { buildSite, describe, pathsOf } from './site.mjs'
import { measureStart } from './start.mjs'
import { latencyTable, loadTable } from './tables.mjs'

const options = readOptions(process.argv.slice(2))
const folder = mkdtempSync(join(options.folder, 'portico-bench-'))
let servers
process.on('exit', () => {
  for (const child of servers?.running ?? []) child.kill()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

try {
  console.log(`${machineLine(folder)}; nginx ${version()}\n`)
  await measure()
} catch (error) {
  console.error(`error: ${error.stack}\n${servers?.complaints() ?? ''}`)
  process.exitCode = 1
}
process.exit()

async function measure() {
  const wanted = (name) => options.only.has(name)
  const gateways = new Map([['gateway', binary('gateway')]])
  if (options.against !== undefined) gateways.set('against', options.against)
  if (wanted('start')) console.log(await measureStart(gateways, folder, options))
  if (options.only.size === 1 && wanted('start')) return

  const site = await buildSite(options.tree ?? join(folder, 'tree'), options.articles)
  const paths = withOrder(pathsOf(site))
  console.log(`${describe(site, paths)}\n`)
  if (wanted('instructions')) console.log(await measureInstructions(gateways, site, paths.pages, folder))
  if (options.only.size === 1 && wanted('instructions')) return

  servers = new Servers(folder, site, paths)
  const scenarios = loads.filter(({ name }) => wanted(name))
  await servers.start(gateways, scenarios.some(({ isTls }) => isTls))
  await compare(servers.all, paths)
  const context = { ...options, paths, folder }
  const results = await measureLoads(scenarios, context)
  for (const name of gateways.keys()) if (results.size > 0) console.log(loadTable(results, name))
  if (wanted('latency')) console.log(latencyTable(await measureLatency(servers.all, context)))
  if (wanted('idle')) console.log(await measureMemory(servers, context))
}

/** Pages and payloads in an order that follows no folder. */
function withOrder(paths) {
  const all = [...paths.pages, ...paths.payloads]
  // A stride that shares no factor with the number visits each once.
  return { ...paths, shuffled: all.map((_, index) => all[(index * 7919) % all.length]) }
}

/**
 * Scenario → server → µs per request, one per round. Every server is warmed up by a round that does
 * not count.
 */
async function measureLoads(scenarios, context) {
  const results = new Map()
  for (const scenario of scenarios) {
    const found = new Map(servers.all.map(({ name }) => [name, []]))
    for (let round = 0; round <= context.rounds; round++) {
      for (const server of servers.all) {
        const cost = await one(scenario, server, round === 0 ? { ...context, seconds: 1 } : context)
        if (round > 0) found.get(server.name).push(cost)
      }
    }
    results.set(scenario, found)
    const told = [...found].map(([name, costs]) => `${name} ${costs.map((cost) => cost.toFixed(2)).join(' ')}`)
    console.error(`${scenario.name}: ${told.join('; ')}`)
  }
  return results
}

async function one(scenario, server, context) {
  const place = scenario.isLogged ? server.logged : scenario.isTls ? server.tls : server.plain
  const target = scenario.isLogged ? { ...server, plain: server.logged } : server
  const before = cpuSeconds(place.child.pid)
  const count = await scenario.load(target, context)
  const seconds = cpuSeconds(place.child.pid) - before
  if (seconds === 0) throw new Error(`${server.name} did nothing in ${scenario.name}: ${count} answers`)
  return (seconds / count) * 1e6
}
