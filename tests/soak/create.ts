// From a bare Debian with Node and npm, and nothing else, to a site of one's own: `npm create
// portico` from a registry on loopback that has the packages of a release. Once with an empty cache
// of npm, once with a filled one. Prints the seconds to the first page, and the size of
// `node_modules`, and fails if that is above its budget.
//
//   node soak/create.ts PACKAGES ROOT      a folder of `scripts/release`, and a bare root, which is
//                                          copied

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describeLargest, MOST_MB, sizeOf } from '../fixtures/packages-size.ts'
import { startRegistry } from '../fixtures/registry.ts'
import { temporaryFolder } from '../fixtures/stack.ts'
import { type Running, start } from '../kit/process.ts'

/** Compilers, and the programs that a release brings. */
const ABSENT = ['cargo', 'rustc', 'cc', 'gateway', 'generator', 'origin']

const SITE = ['--name', 'Port Museum', '--url', 'https://www.museum.example', '--languages', 'en,zh-CN,ja']

/** Enters a root, which is the name of the script, with /proc, as every machine has it. */
const ENTER = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'

const [packages, bare] = process.argv.slice(2)
assert.ok(packages !== undefined && bare !== undefined, 'usage: create.ts PACKAGES ROOT')
const run = (program: string, ...options: string[]) => execFileSync(program, options, { encoding: 'utf8', stdio: 'pipe' })
const folder = temporaryFolder()
const machine = join(folder, 'machine')
const stops: (() => Promise<unknown>)[] = []
try {
  run('cp', '--archive', bare, machine)
  installNode()
  for (const name of ABSENT)
    assert.throws(() => run('chroot', machine, 'sh', '-c', `command -v ${name}`), `a bare machine has no ${name}`)
  const home = join(machine, 'root')
  const registry = await startRegistry(join(folder, 'registry'))
  stops.push(registry.stop)
  for (const name of readdirSync(packages)) if (name.endsWith('.tgz')) registry.publish(join(packages, name))
  const variables = Object.entries({
    ...registry.environment,
    HOME: '/root',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    npm_config_cache: '/root/.npm',
  })
  const environment = variables.filter(([name]) => name !== 'npm_config_userconfig').map(([name, value]) => `${name}=${value}`)

  for (const cache of ['empty', 'filled']) {
    const before = performance.now()
    const create = ['npm', 'create', '--yes', '--ignore-scripts', 'portico@latest', cache, '--', '--port', '0', ...SITE]
    const site = start('unshare', [
      '--mount',
      'sh',
      '-c',
      ENTER,
      machine,
      'env',
      '--ignore-environment',
      '--chdir=/root',
      ...environment,
      ...create,
    ])
    stops.push(() => stop(site))
    const url = await firstPage(site)
    const seconds = (performance.now() - before) / 1000
    for (const path of ['/', '/zh', '/ja', '/about']) assert.equal((await fetch(url + path)).status, 200, path)
    await stop(site)
    const modules = join(home, cache, 'frontend/node_modules')
    const size = sizeOf(modules)
    process.stdout.write(`cache ${cache}: a page after ${seconds.toFixed(1)} s; node_modules ${size.toFixed(0)} MB\n`)
    process.stdout.write(`${describeLargest(modules)}\n`)
    assert.ok(size <= MOST_MB, `node_modules may have ${MOST_MB} MB`)
  }
} finally {
  for (const stop of stops.reverse()) await stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Node's own program with npm beside it, as its installer lays them. */
function installNode(): void {
  const local = join(machine, 'usr/local')
  mkdirSync(join(local, 'bin'), { recursive: true })
  copyFileSync(process.execPath, join(local, 'bin/node'))
  run('npm', 'install', '--global', '--prefix', local, '--ignore-scripts', '--no-audit', '--no-fund', 'npm@11')
}

/** Waits until a site that starts answers its first page; returns its address. */
async function firstPage(site: Running): Promise<string> {
  const url = (await site.until(/^Listening at (\S+)/m))[1] as string
  await site.until(/^published/m)
  assert.equal((await fetch(url)).status, 200)
  return url
}

async function stop(site: Running): Promise<void> {
  site.child.kill('SIGTERM')
  await site.ended
}
