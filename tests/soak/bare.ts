// From a bare Debian to a site with a certificate, in two commands: the package is installed on a
// root that debootstrap made, and the gateway of that root gets its certificate from an ACME server
// on loopback. Prints the seconds of both.
//
//   node soak/bare.ts PACKAGE ROOT      the package for Debian, and a bare root, which is copied
//
// The builds are those of version 0.2.0, which tests keep.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getOverTls, startAuthority } from '../fixtures/authority.ts'
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
  const authority = await startAuthority({ folder, http, tls: https })
  running.push(...authority.running)
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

/** The status of a page over TLS; none while there is no certificate. */
async function visit(port: number, ca: string): Promise<number | undefined> {
  return (await getOverTls({ port, path: '/about', servername: HOST, headers: { host: HOST }, ca }))?.status
}
