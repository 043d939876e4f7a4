// From a bare Debian to a site with a certificate, in two commands: the package is installed on a
// root that debootstrap made, and the gateway of that root gets its certificate from an ACME server
// on loopback. Prints the seconds of both.
//
//   node soak/bare.ts PACKAGE ROOT      the package for Debian, and a bare root, which is copied
//
// The builds are those of version 0.2.0, which tests keep.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { freePort } from '../fixtures/nginx.ts'
import { root as checkout, temporaryFolder } from '../fixtures/stack.ts'
import { type Running, start } from '../kit/process.ts'
import { until } from '../kit/until.ts'

const HOST = 'www.portico.test'

/** The limit of both commands, in seconds. */
const LIMIT = 60

const [archive, bare] = process.argv.slice(2)
assert.ok(archive !== undefined && bare !== undefined, 'usage: bare.ts PACKAGE ROOT')
const run = (program: string, ...options: string[]) => execFileSync(program, options, { encoding: 'utf8', stdio: 'pipe' })
const folder = temporaryFolder()
const machine = join(folder, 'machine')
const running: Running[] = []
try {
  run('cp', '--archive', bare, machine)
  assert.throws(() => run('chroot', machine, 'gateway', '--version'), 'a bare machine has no gateway')
  copyFileSync(archive, join(machine, 'portico.deb'))
  const [https, http] = [await freePort(), await freePort()]
  const authority = await startAuthority(https, http)
  copyFileSync(authority.certificate, join(machine, 'authority.pem'))

  const before = performance.now()
  run('chroot', machine, 'dpkg', '--install', '/portico.deb')
  const installed = performance.now()
  // What `generator push` from CI brings.
  const builds = join(machine, 'var/lib/portico/builds')
  mkdirSync(builds)
  run('tar', '--extract', '--file', join(checkout, 'tests/versions/0.2.0/builds.tar.gz'), '--directory', builds)
  run('chroot', machine, 'chown', '--recursive', 'portico:portico', '/var/lib/portico')
  const pushed = performance.now()
  const places = ['--builds', '/var/lib/portico/builds', '--var', '/var/lib/portico/var']
  const door = ['--listen', `127.0.0.1:${https}`, '--http-redirect', `127.0.0.1:${http}`, '--public-origin', `https://${HOST}`]
  const acme = ['--acme', authority.directory, '--acme-ca', '/authority.pem']
  const gateway = start('chroot', ['--userspec=portico:portico', machine, '/usr/bin/gateway', 'serve', ...places, ...door, ...acme])
  running.push(gateway)
  gateway.ended.catch(() => {})
  const trusted = await authority.root()
  let status: number | undefined
  const comes = until(async () => (status = await visit(https, trusted)) !== undefined)
  await comes.catch(() => assert.fail(`no certificate came:\n${gateway.output()}`))
  const served = performance.now()
  assert.equal(status, 200, gateway.output())
  const [install, serve] = [(installed - before) / 1000, (served - pushed) / 1000]
  process.stdout.write(`bare Debian to TLS: installed in ${install.toFixed(1)} s, a page over TLS after ${serve.toFixed(1)} s more\n`)
  assert.ok(install + serve < LIMIT, `two commands took more than ${LIMIT} s`)
} finally {
  for (const each of running) {
    each.child.kill('SIGTERM')
    await each.ended
  }
  rmSync(folder, { recursive: true, force: true })
}

/** Pebble, with a DNS server in which every name leads to this machine. */
async function startAuthority(https: number, http: number) {
  const place = (name: string) => join(folder, name)
  const [own, management, dns] = [await freePort(), await freePort(), await freePort()]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:FALSE']
  run('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', place('key.pem'), '-out', place('cert.pem'), ...names)
  const pebble = {
    listenAddress: `127.0.0.1:${own}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: place('cert.pem'),
    privateKey: place('key.pem'),
    httpPort: http,
    tlsPort: https,
  }
  writeFileSync(place('pebble.json'), JSON.stringify({ pebble }))
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-management', '', '-defaultIPv6', '']
  running.push(start('pebble-challtestsrv', ['-dns01', `127.0.0.1:${dns}`, ...off]))
  running.push(start('pebble', ['-config', place('pebble.json'), '-dnsserver', `127.0.0.1:${dns}`], { PEBBLE_VA_NOSLEEP: '1' }))
  const root = () => get({ port: management, path: '/roots/0', rejectUnauthorized: false })
  await until(async () => (await root())?.status === 200)
  return {
    directory: `https://127.0.0.1:${own}/dir`,
    certificate: place('cert.pem'),
    root: async () => (await root())?.text ?? '',
  }
}

/** The status of a page over TLS; none while there is no certificate. */
async function visit(port: number, ca: string): Promise<number | undefined> {
  return (await get({ port, path: '/about', servername: HOST, headers: { host: HOST }, ca }))?.status
}

/** An answer over HTTPS from this machine; none if there is no connection. */
function get(options: object): Promise<{ status: number | undefined; text: string } | undefined> {
  return new Promise((done) => {
    const asked = request({ host: '127.0.0.1', ...options }, (answer) => {
      let text = ''
      answer.on('data', (part) => (text += part))
      answer.on('end', () => done({ status: answer.statusCode, text }))
    })
    asked.on('error', () => done(undefined))
    asked.end()
  })
}
