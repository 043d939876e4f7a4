// Instructions of the gateway's own code per request, counted by Valgrind: without the kernel, and
// so nearly the same in every run, however loud the machine is. If the times of two programs are
// within each other's spread, this shows whether one of them does more.

import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { table } from '../bench-shared/figures.mjs'
import { LOAD_CORE, start, stop } from './process.mjs'
import { HEADERS } from './requests.mjs'
import { freePort, listening } from './servers.mjs'

/** Requests of the two runs; only their difference counts: the cost of a start is in both. */
const [FEW, MANY] = [500, 2500]
/** Paths requested in turn: each is read and checked once, in both runs. */
const PATHS = 20

const KINDS = [
  { title: 'page', agent: keptOpen },
  { title: '304', agent: keptOpen, isKnown: true },
  { title: 'connection and page', agent: usedOnce },
]

/** The table. */
export async function measureInstructions(gateways, site, pages, folder) {
  const rows = []
  for (const [name, program] of gateways) {
    const counts = []
    for (const kind of KINDS) {
      const [few, many] = [await count(FEW), await count(MANY)]
      counts.push(Math.round((many - few) / (MANY - FEW)).toLocaleString('en'))
      async function count(requests) {
        return instructions(program, site, folder, (url) => ask(url, pages.slice(0, PATHS), kind, requests))
      }
    }
    rows.push([name, ...counts])
  }
  return table(['instructions per request, without the kernel', ...KINDS.map(({ title }) => title)], rows)
}

/** Instructions of a whole run of the gateway, during which `work` sends requests. */
async function instructions(program, site, folder, work) {
  const [port, out] = [await freePort(), join(folder, 'callgrind.out')]
  const valgrind = ['valgrind', '--tool=callgrind', `--callgrind-out-file=${out}`]
  const argv = [program, 'serve', '--listen', `127.0.0.1:${port}`, '--builds', site.builds, '--origin', 'http://127.0.0.1:1']
  const env = { PORTICO_LOG: 'info,access=off', PORTICO_CONNECTIONS_PER_CLIENT: '1000000' }
  const child = start(LOAD_CORE, [...valgrind, ...argv], { env })
  try {
    await listening(port)
    await work(`http://127.0.0.1:${port}`)
  } finally {
    await stop(child)
  }
  const total = execFileSync('sed', ['-n', 's/^totals: //p', out], { encoding: 'utf8' })
  rmSync(out)
  return Number(total)
}

async function ask(url, paths, { agent, isKnown }, requests) {
  const etags = new Map()
  const connections = agent()
  for (const path of paths) etags.set(path, (await one(url + path, connections, {}, 200)).etag)
  for (let sent = 0; sent < requests; sent++) {
    const path = paths[sent % paths.length]
    if (isKnown) await one(url + path, connections, { 'If-None-Match': etags.get(path) }, 304)
    else await one(url + path, connections, {}, 200)
  }
  connections.destroy()
}

/** Headers of the answer, after its body was read. */
function one(url, agent, more, status) {
  return new Promise((done, failed) => {
    const sent = get(url, { agent, headers: { ...HEADERS, ...more } }, (answer) => {
      if (answer.statusCode !== status) failed(new Error(`${url} is answered ${answer.statusCode}, not ${status}`))
      answer.resume().on('end', () => done(answer.headers))
    })
    sent.on('error', failed)
  })
}

function keptOpen() {
  return new Agent({ keepAlive: true, maxSockets: 1 })
}

function usedOnce() {
  return new Agent({ keepAlive: false })
}
