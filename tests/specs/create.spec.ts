// `npm create portico`: from a registry of npm to a site that answers, without a compiler and
// without Portico's programs on the machine.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { describeLargest, largestPackages, MOST_WITHOUT_PROGRAMS_MB } from '../fixtures/packages-size.ts'
import { processTree, stillRunning } from '../fixtures/processes.ts'
import { type Registry, startRegistry } from '../fixtures/registry.ts'
import { binaries, root, temporaryFolder } from '../fixtures/stack.ts'
import { type Running, start } from '../kit/process.ts'
import { eventually } from '../kit/until.ts'

/** A machine with Node and npm, and nothing of ours. */
const PATH = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':')

/** As in a bare container: no list of authorities that programs trust. */
const NO_AUTHORITIES = { SSL_CERT_FILE: '/nonexistent', SSL_CERT_DIR: '/nonexistent' }

describe('a site from a registry of npm', () => {
  const folder = temporaryFolder()
  const frontend = join(folder, 'museum/frontend')
  let registry: Registry
  let running: Running | undefined

  before(async () => {
    const archives = packArchives(folder)
    registry = await startRegistry(join(folder, 'registry'))
    for (const archive of archives) registry.publish(archive)
  })
  after(async () => {
    running?.child.kill('SIGTERM')
    await running?.ended
    await registry?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const create = (...options: string[]) =>
    start(
      'env',
      ['-u', 'PORTICO_BINARIES', 'npm', 'create', '--yes', '--ignore-scripts', 'portico@latest', ...options],
      { ...registry.environment, ...NO_AUTHORITIES, PATH },
      folder,
    )

  test('is laid down, installed without install scripts, and answers in its languages', { timeout: 300_000 }, async () => {
    const names = ['--name', 'Port Museum', '--url', 'https://www.museum.example', '--languages', 'en,zh-CN,ja']
    running = create('museum', '--', '--port', '0', ...names)
    const url = (await running.until(/^Listening at (\S+)/m))[1] as string
    await running.until(/^published/m)
    await running.until(/^types are not checked.*install-checks/m)
    for (const path of ['/', '/zh', '/ja', '/about']) assert.equal((await fetch(url + path)).status, 200, path)
    assert.match(await (await fetch(url)).text(), /Port Museum/)
    const { version } = JSON.parse(readFileSync(join(root, 'frontend/portico/package.json'), 'utf8'))
    const { dependencies } = JSON.parse(readFileSync(join(frontend, 'package.json'), 'utf8'))
    assert.equal(dependencies['@portico/gateway'], version)
    assert.ok(!existsSync(join(frontend, 'node_modules/.bin/node')), 'this Node is new enough')
  })

  test('leaves no process behind when it is stopped', async () => {
    const { child, ended } = running as Running
    const processes = processTree(child.pid as number)
    child.kill('SIGTERM')
    await ended
    await eventually(() => assert.deepEqual(stillRunning(processes), []))
    running = undefined
  })

  /** Runs a program of the site's packages in the site. */
  const call = (program: string, ...args: string[]) => {
    const env = { ...registry.environment, PATH }
    return execFileSync(join(frontend, 'node_modules/.bin', program), args, { cwd: join(folder, 'museum'), env, encoding: 'utf8', stdio: 'pipe' })
  }

  /** Follows a command that a message names between backquotes. */
  const follow = (message: string) => {
    const [, command = 'false'] = /`((?:npm|node) [^`]+)`/.exec(message) ?? []
    execFileSync('sh', ['-c', command], { cwd: join(folder, 'museum'), env: { ...process.env, ...registry.environment, PATH }, stdio: 'pipe' })
  }

  test('has packages within their budget', () => {
    const modules = join(frontend, 'node_modules')
    const others = largestPackages(modules).filter(({ name }) => !/^@portico\//.test(name))
    const size = others.reduce((sum, each) => sum + each.size, 0)
    assert.ok(size > MOST_WITHOUT_PROGRAMS_MB / 2, `${size} MB are no packages of a site`)
    assert.ok(size <= MOST_WITHOUT_PROGRAMS_MB, `${size} MB of ${MOST_WITHOUT_PROGRAMS_MB}:\n${describeLargest(modules)}`)
  })

  test('gets the program of operators by the command that its absence names', () => {
    assert.throws(() => call('origin', '--version'), ({ stderr }) => {
      follow(stderr)
      return true
    })
    assert.match(call('origin', '--version'), /^origin \d/)
  })

  test('has its programs for other commands, too', () => {
    for (const name of ['gateway', 'generator', 'origin']) assert.match(call(name, '--version'), new RegExp(`^${name} \\d`))
    assert.match(call('generator', 'check'), /\d/)
    const { version } = JSON.parse(readFileSync(join(root, 'frontend/portico/package.json'), 'utf8'))
    const expected = ['@portico/app', 'gateway', 'generator', 'origin'].map((name) => `${name} ${version}`)
    assert.deepEqual(call('portico', '--version').trim().split('\n'), expected)
  })

  test('gets the packages of its checks by the command that `check` names, and passes them', { timeout: 180_000 }, () => {
    assert.throws(() => call('portico', 'check'), ({ stderr }) => {
      assert.match(stderr, /the checks need the packages .*\btypescript@/)
      follow(stderr)
      return true
    })
    call('portico', 'check')
  })

  test('is refused with the reason where the folder has files', async () => {
    const second = create('museum', '--', '--name', 'Again', '--languages', 'en')
    assert.notEqual(await second.ended, 0)
    assert.match(second.output(), /museum/)
  })
})

/** The archives of the programs under test, without debug information. */
function packArchives(folder: string): string[] {
  const [programs, out] = [join(folder, 'programs'), join(folder, 'archives')]
  mkdirSync(programs)
  for (const name of ['gateway', 'generator', 'origin']) {
    copyFileSync(join(binaries, name), join(programs, name))
    execFileSync('strip', ['--strip-all', join(programs, name)])
  }
  const script = join(root, 'scripts/release-packages/main.mjs')
  const options = ['--programs', programs, '--platform', `${process.platform}-${process.arch}`, '--out', out, '--quick']
  execFileSync(process.execPath, [script, ...options])
  return readdirSync(out)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(out, name))
}
