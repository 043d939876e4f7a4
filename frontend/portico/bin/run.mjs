// `portico run`: builds missing parts, starts the gateway with the embedded origin, prerenders, and
// follows edits until it is stopped. The generator follows edits of texts. This program follows
// edits of sources, and rebuilds them.

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { FrontendBuild } from './build.mjs'
import { Children } from './children.mjs'
import { findProgram, REMEDY } from './programs.mjs'
import { followSources } from './sources.mjs'

/** Signals that end it: from a supervisor, the keyboard, and a terminal that closes. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/** Runs the site whose frontend is in the folder `frontend`. */
export async function run(frontend, options) {
  const [flag, port = '8080', ...more] = options
  if ((flag !== undefined && flag !== '--port') || !/^\d+$/.test(port) || more.length > 0) {
    console.error('error: the one option is --port N, as in: portico run --port 8080')
    process.exit(64)
  }
  const site = join(frontend, '..')
  const children = new Children()
  const stop = stopper(children)
  for (const signal of SIGNALS) process.on(signal, () => stop())
  const problem = missingProgram() ?? (await portProblem(Number(port)))
  if (problem !== undefined) return stop(problem)
  const build = new FrontendBuild(site, frontend, children)
  if (!(await build.bringUpToDate())) return stop('the frontend does not build, see above; mend it, and start again')
  if (children.isStopping) return
  mkdirSync(join(site, 'builds'), { recursive: true })
  const start = (name, args, stdio) => {
    // The generator starts the Node that runs this.
    const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) }
    const child = children.start(findProgram(name), args, { cwd: site, env, stdio })
    child.on('error', (error) => stop(`${name} cannot be started: ${error.message}`))
    // Not `exit`: the last lines of its log would be lost.
    child.on('close', (code, signal) => stop(`${name} ended with ${code ?? signal}; see the lines above`))
    return child
  }
  const gateway = start(
    'gateway',
    ['serve', '--listen', `127.0.0.1:${port}`, '--builds', 'builds', '--var', 'var', '--origin', 'embedded'],
    ['ignore', 'pipe', 'pipe'],
  )
  keepLog(gateway, join(site, 'var/gateway.log'))
  const url = await listening(gateway)
  start('generator', ['watch', '--origin', url, '--address', url], ['ignore', 'inherit', 'inherit'])
  followSources(site, () => build.follow())
  // An edit during the first build was not followed yet.
  build.follow()
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
    if (/^E-mail |^error: |\bERROR\b/.test(line)) console.error(line.replaceAll('`--listen`', '`--port`'))
  })
  lines.on('close', () => closeSync(log))
}

/** The address that the gateway reports as its listening address. */
function listening(gateway) {
  return new Promise((found) => {
    let said = ''
    gateway.stdout.on('data', (piece) => {
      said += piece
      const url = /^Listening at (\S+)/m.exec(said)?.[1]
      if (url === undefined) return
      gateway.stdout.removeAllListeners('data').resume()
      process.stdout.write(`Listening at ${url}\n`)
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

/** Ends all started processes, and this one; a cause makes it a failure, and is reported once. */
function stopper(children) {
  return async (cause) => {
    if (children.isStopping) return
    if (cause !== undefined) console.error(`error: ${cause}`)
    await children.stop()
    process.exit(cause === undefined ? 0 : 1)
  }
}
