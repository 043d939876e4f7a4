// The servers that take turns: each as often as a scenario needs it, all on one core, on the same
// files.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import * as nginx from './nginx.mjs'
import { LOAD_CORE, SERVER_CORE, start } from './process.mjs'
import { ask, etagsOf, requestSets, writeSet } from './requests.mjs'

/** Headers that nginx gets from its configuration; the others it makes itself. */
const OWN = ['cache-control', 'content-security-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy']
/**
 * Headers that name files fetched beside a document; a gateway that takes part for comparison may
 * have none.
 */
const BESIDE = ['link', 'speculation-rules']
const COMMON = ['referrer-policy', 'x-content-type-options', 'x-build']

export class Servers {
  all = []
  running = []

  constructor(folder, site, paths) {
    Object.assign(this, { folder, site, paths })
    this.certificate = makeCertificate(folder)
  }

  /**
   * Starts the gateways (name → program), then nginx with the headers that the first of them sends.
   * TLS only on request.
   */
  async start(gateways, withTls) {
    this.withTls = withTls
    const upstream = await freePort()
    this.run(LOAD_CORE, nginx.upstreamCommand(join(this.folder, 'upstream'), upstream))
    await listening(upstream)
    for (const [name, program] of gateways) this.all.push(await this.gateway(name, program, upstream))
    const headers = await this.headersOf(this.all[0].plain.url)
    this.all.push(await this.nginx(upstream, headers))
    for (const server of this.all) await this.writeRequests(server)
  }

  async gateway(name, program, upstream) {
    const one = async (variant, arguments_, log) => {
      const [port, folder] = [await freePort(), join(this.folder, name)]
      mkdirSync(folder, { recursive: true })
      const argv = [program, 'serve', '--listen', `127.0.0.1:${port}`, '--builds', this.site.builds, '--origin', `http://127.0.0.1:${upstream}`]
      // All load comes from one address, which may hold as many connections as all clients
      // together.
      const env = { PORTICO_LOG: log ? 'info' : 'info,access=off', PORTICO_CONNECTIONS_PER_CLIENT: '1000000' }
      const child = this.run(SERVER_CORE, [...argv, ...arguments_], { env, log: join(folder, `${variant}.log`) })
      await listening(port)
      return place(child, port, arguments_.length > 0)
    }
    const { cert, key } = this.certificate
    return {
      name,
      plain: await one('plain', [], false),
      logged: await one('logged', [], true),
      tls: this.withTls ? await one('tls', ['--tls-cert', cert, '--tls-key', key], false) : undefined,
      file: (set) => join(this.folder, `${name}-${set}.txt`),
    }
  }

  async nginx(upstream, headers) {
    const one = async (variant, log) => {
      const ports = { plain: await freePort(), tls: await freePort() }
      const { site, certificate } = this
      const argv = nginx.command(join(this.folder, `nginx-${variant}`), { site, ports, upstream, headers, certificate, log })
      const child = this.run(SERVER_CORE, argv)
      await listening(ports.plain)
      return { plain: place(child, ports.plain, false), tls: place(child, ports.tls, true) }
    }
    const [quiet, logged] = [await one('quiet', false), await one('logged', true)]
    return { name: 'nginx', ...quiet, logged: logged.plain, file: (set) => join(this.folder, `nginx-${set}.txt`) }
  }

  /** Headers of the gateway for each kind of file, so that both servers send the same. */
  async headersOf(url) {
    const { pages, payloads, assets } = this.paths
    const of = async (path) => {
      const { headers } = await ask(url, path)
      return Object.fromEntries([...OWN, ...BESIDE, ...COMMON].filter((name) => headers[name]).map((name) => [name, headers[name]]))
    }
    const kinds = { page: pages[0], payload: payloads[0], asset: assets[0], api: '/api/bench' }
    const read = Object.entries(kinds).map(async ([kind, path]) => [kind, await of(path)])
    return Object.fromEntries(await Promise.all(read))
  }

  /**
   * Requests everything once from each copy: the cost of a body at its first read is another
   * figure.
   */
  async writeRequests(server) {
    const all = [...this.paths.pages, ...this.paths.payloads, ...this.paths.assets]
    for (const { url } of [server.plain, server.logged, server.tls].filter(Boolean)) for (const path of all) await ask(url, path)
    const etags = await etagsOf(server.plain.url, this.paths.pages)
    for (const [set, requests] of Object.entries(requestSets(this.paths, etags))) {
      writeSet(server.file(set), requests)
      writeSet(server.file(`${set}-logged`), requests)
    }
  }

  run(core, argv, options) {
    const child = start(core, argv, options)
    this.running.push(child)
    return child
  }

  /** The ends of nginx’s error logs. */
  complaints() {
    const logs = readdirSync(this.folder, { recursive: true }).filter((name) => name.endsWith('error.log'))
    return logs.map((name) => `${name}: ${readFileSync(join(this.folder, name), 'utf8').slice(-600)}`).join('\n')
  }
}

/**
 * Same bytes and same headers of ours from every server, or the comparison is void. nginx sends one
 * policy with all documents, the gateway one with the hash of the document's own style.
 */
export async function compare(servers, paths) {
  const written = (headers, name) => headers[name]?.replace(/'sha256-[^']+'/g, "'sha256'")
  const step = (list) => list.filter((_, index) => index % Math.ceil(list.length / 50) === 0)
  for (const path of [...step(paths.pages), ...step(paths.payloads), ...paths.assets, '/api/bench']) {
    const answers = await Promise.all(servers.map((server) => ask(server.plain.url, path)))
    const [first, ...others] = answers
    for (const [index, other] of others.entries()) {
      const differs = [...OWN, ...COMMON, 'content-encoding'].filter((name) => written(first.headers, name) !== written(other.headers, name))
      if (other.status !== 200 || first.status !== 200 || !first.body.equals(other.body) || differs.length > 0)
        throw new Error(`${servers[0].name} and ${servers[index + 1].name} answer \`${path}\` differently: ${first.status}, ${other.status}, ${differs}`)
    }
  }
}

function place(child, port, isTls) {
  const address = `127.0.0.1:${port}`
  return { child, address, url: `${isTls ? 'https' : 'http'}://${address}` }
}

/** ECDSA, as certificate authorities issue it. */
function makeCertificate(folder) {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30', '-keyout', key, '-out', cert],
    ...['-subj', '/CN=bench.example', '-addext', 'subjectAltName=DNS:bench.example,IP:127.0.0.1'],
  ], { stdio: 'ignore' })
  return { cert, key }
}

export function freePort() {
  return new Promise((done, failed) => {
    const server = createServer()
    server.on('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })
}

/** Waits until a server listens; at most ten seconds. */
export async function listening(port) {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const isThere = await new Promise((done) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => done(true) ?? socket.destroy())
      socket.on('error', () => done(false))
    })
    if (isThere) return
    await new Promise((later) => setTimeout(later, 10))
  }
  throw new Error(`nothing listens on port ${port}`)
}
