// Load from the other core: a client that counts answers. Every answer must match its request, or
// the run is void.

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { binary } from '../bench-generator/sites/portico.mjs'
import { LOAD_CORE } from './process.mjs'
import { HEADERS } from './requests.mjs'

const run = promisify(execFile)
/**
 * Connections of a load over HTTP/1.1, as in the baselines; over HTTP/2, where each carries many
 * requests.
 */
const CONNECTIONS = 32
const H2_CONNECTIONS = 8
const H2_STREAMS = 10

/** Requests of a file by wrk, as fast as they are answered. Returns their number. */
export async function wrk(url, file, seconds) {
  const argv = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', join(import.meta.dirname, 'wrk.lua'), url]
  const text = await client('wrk', argv, { PORTICO_REQUESTS: file })
  if (/Non-2xx|Socket errors/.test(text)) throw new Error(`wrk met errors at ${url}:\n${text}`)
  return Number(text.match(/(\d+) requests in/)[1])
}

/** HTTP/2 over TLS by h2load. */
export async function h2load(url, paths, seconds, folder) {
  const list = join(folder, 'urls.txt')
  writeFileSync(list, paths.map((path) => `${url}${path}\n`).join(''))
  const text = await client('h2load', [
    ...['-t1', `-c${H2_CONNECTIONS}`, `-m${H2_STREAMS}`, `-D${seconds}`, '--warm-up-time=0', '-i', list],
    ...headers(),
  ])
  if (!text.includes('Application protocol: h2')) throw new Error(`no HTTP/2 at ${url}:\n${text}`)
  return answered(text, url)
}

/** A new connection with a full handshake for each request, one after the other, by OpenSSL. */
export async function handshakes(address, path, seconds) {
  const text = await client('openssl', ['s_time', '-connect', address, '-new', '-time', String(seconds), '-www', path])
  const [, count] = text.match(/(\d+) connections in \d+ real seconds/) ?? []
  if (count === undefined) throw new Error(`no handshakes with ${address}:\n${text}`)
  return Number(count)
}

/**
 * Requests of a file at random moments, `rate` per second, however long the answers take. Returns
 * percentiles in microseconds.
 */
export async function arrivals(address, file, { rate, connections, seconds }) {
  const argv = [address, file, rate, connections, seconds].map(String)
  return JSON.parse(await client(binary('examples/arrivals'), argv))
}

function answered(text, url) {
  const [, done, succeeded, failed] = text.match(/(\d+) done, (\d+) succeeded, (\d+) failed/)
  if (failed !== '0' || done !== succeeded) throw new Error(`h2load met errors at ${url}:\n${text}`)
  return Number(done)
}

function headers() {
  const { 'User-Agent': agent, ...others } = HEADERS
  return [['user-agent', agent], ...Object.entries(others)].map(([name, value]) => `--header=${name.toLowerCase()}: ${value}`)
}

async function client(program, argv, env = {}) {
  const { stdout, stderr } = await run('taskset', ['-c', String(LOAD_CORE), program, ...argv], {
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  })
  return stdout + stderr
}
