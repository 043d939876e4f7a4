// Portico's programs for one site, as `portico run` and `portico dev` start them: the gateway with
// the embedded origin, and the generator. The command ends when one of them ends.

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Children } from './children.mjs'
import { findProgram, REMEDY } from './programs.mjs'

/** Signals that end it: from a supervisor, the keyboard, and a terminal that closes. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/** Between two questions whether there is a first page, in milliseconds. */
const LOOK = 50

/** The port of the options of a command; other options end it. */
export function readPort(command, options) {
  const [flag, port = '8080', ...more] = options
  if ((flag === undefined || flag === '--port') && /^\d+$/.test(port) && more.length === 0) return Number(port)
  console.error(`error: the one option is --port N, as in: portico ${command} --port 8080`)
  process.exit(64)
}

export class SiteProcesses {
  /** All processes of the command. */
  children = new Children()
  #site

  constructor(site) {
    this.#site = site
    this.takeSignals()
  }

  /** Ends in order by a signal; a library's own way to end would leave before the others do. */
  takeSignals() {
    for (const signal of SIGNALS) process.removeAllListeners(signal).on(signal, () => this.stop())
  }

  get isStopping() {
    return this.children.isStopping
  }

  /** Ends all started processes, and this one; a cause makes it a failure, and is reported once. */
  async stop(cause) {
    if (this.children.isStopping) return
    if (cause !== undefined) process.stderr.write(`error: ${cause}\n`)
    await this.children.stop()
    process.exit(cause === undefined ? 0 : 1)
  }

  /** Starts the gateway; resolves to its address once it listens. */
  async startGateway(port, { builds, state }, ...more) {
    for (const folder of [builds, state]) mkdirSync(join(this.#site, folder), { recursive: true })
    const options = ['--listen', `127.0.0.1:${port}`, '--builds', builds, '--var', state, '--origin', 'embedded', ...more]
    const gateway = this.#start('gateway', ['serve', ...options], ['ignore', 'pipe', 'pipe'])
    keepLog(gateway, join(this.#site, state, 'gateway.log'))
    return listening(gateway)
  }

  /** Starts the generator, which follows edits. */
  startGenerator(url, options, stdio) {
    return this.#start('generator', ['watch', '--origin', url, '--address', url, ...options], stdio)
  }

  #start(name, args, stdio) {
    // The generator starts the Node that runs this.
    const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) }
    const child = this.children.start(findProgram(name), args, { cwd: this.#site, env, stdio })
    child.on('error', (error) => this.stop(`${name} cannot be started: ${error.message}`))
    // Not `exit`: the last lines of its log would be lost.
    child.on('close', (code, signal) => this.stop(`${name} ended with ${code ?? signal}; see the lines above`))
    return child
  }
}

/** The reason why the site cannot be started on `port`, and the remedy. */
export async function startProblem(port) {
  return missingProgram() ?? (await portProblem(port))
}

/** Reports the address when its first page is there. */
export async function announce(url) {
  process.stdout.write('building the first pages\n')
  while (!(await isReady(url))) await new Promise((next) => setTimeout(next, LOOK))
  process.stdout.write(`Listening at ${url}\n`)
}

async function isReady(url) {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok ?? false
}

/**
 * The log is written to a file; errors are shown, and the line that names the file of a sign-in
 * code.
 */
function keepLog(gateway, path) {
  mkdirSync(dirname(path), { recursive: true })
  const log = openSync(path, 'w')
  const lines = createInterface({ input: gateway.stderr })
  lines.on('line', (line) => {
    writeSync(log, `${line}\n`)
    if (/^E-mail |^error: |\bERROR\b/.test(line)) process.stderr.write(`${line.replaceAll('`--listen`', '`--port`')}\n`)
  })
  lines.on('close', () => closeSync(log))
}

/** The address that the gateway reports as its listening address. */
function listening(gateway) {
  return new Promise((found) => {
    let text = ''
    gateway.stdout.on('data', (piece) => {
      text += piece
      const url = /^Listening at (\S+)/m.exec(text)?.[1]
      if (url === undefined) return
      gateway.stdout.removeAllListeners('data').resume()
      found(url)
    })
  })
}

/** The first missing one of Portico's programs, and the remedy. */
function missingProgram() {
  const name = ['gateway', 'generator'].find((each) => findProgram(each) === undefined)
  return name && `there is no program \`${name}\`; ${REMEDY}`
}

/** Why the gateway will not be able to listen; known before a build of several seconds. */
function portProblem(port) {
  const probe = createServer()
  return new Promise((answer) => {
    const why = ({ code }) => (code === 'EADDRINUSE' ? 'another program has it' : code)
    probe.on('error', (error) =>
      answer(`cannot listen on 127.0.0.1:${port}: ${why(error)}; stop that program, or choose another port with \`--port\``),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(undefined)))
  })
}
