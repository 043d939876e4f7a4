// Guarantees for an operator: a rollback is one command, two machines agree, every fault has a
// name.

import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { generatorOptions, root, run, startGateway, temporaryFolder } from '../fixtures/stack.ts'
import { type Running } from '../kit/process.ts'
import { until } from '../kit/until.ts'

describe('an operator', () => {
  const folder = temporaryFolder()
  const content = join(folder, 'content')
  let gateway: Running
  let url = ''
  before(async () => {
    cpSync(join(root, 'content'), content, { recursive: true })
    mkdirSync(join(folder, 'builds'))
    ;({ gateway, url } = await startGateway(folder))
  })
  after(async () => {
    gateway.child.kill('SIGTERM')
    await gateway.ended
    rmSync(folder, { recursive: true, force: true })
  })

  const build = (...extra: string[]) => run('generator', ['build', ...generatorOptions(folder, content, url), ...extra])
  const live = () => JSON.parse(readFileSync(join(folder, 'builds/latest.json'), 'utf8')) as { id: string }
  const contentHash = (id: string, builds = join(folder, 'builds')) =>
    (JSON.parse(readFileSync(join(builds, `index/${id}.json`), 'utf8')) as { contentHash: string }).contentHash

  // R11.05
  test('sees a gateway without a build: up, not ready, API working, pages 503', async () => {
    assert.equal((await fetch(`${url}/healthz`)).status, 200)
    assert.equal((await fetch(`${url}/readyz`)).status, 503)
    const page = await fetch(`${url}/about`)
    assert.equal(page.status, 503)
    assert.ok(page.headers.get('retry-after'))
    assert.equal((await fetch(`${url}/api/auth/user-info`)).status, 401)
  })

  // R10.01
  test('builds once, and a second build of the same sources publishes nothing', async () => {
    const first = build()
    assert.equal(await first.ended, 0, first.output())
    const id = live().id
    const second = build()
    assert.equal(await second.ended, 0, second.output())
    assert.match(second.output(), /^unchanged: /m)
    assert.doesNotMatch(second.output(), /rendered/)
    assert.equal(live().id, id)
    // A file that was rewritten is read, and has the same content.
    const file = join(content, 'site.yaml')
    writeFileSync(file, readFileSync(file))
    const third = build()
    assert.equal(await third.ended, 0, third.output())
    assert.match(third.output(), /^unchanged: /m)
    assert.doesNotMatch(third.output(), /rendered/)
    assert.equal(live().id, id)
    await until(async () => (await fetch(`${url}/readyz`)).status === 200)
  })

  // R10.05
  test('gets the same content hash from another folder, time zone, language and number of cores, and without asking the origin', async () => {
    const other = temporaryFolder()
    const clone = join(other, 'elsewhere/site')
    cpSync(content, join(clone, 'content'), { recursive: true })
    cpSync(join(root, 'locales'), join(clone, 'locales'), { recursive: true })
    mkdirSync(join(clone, 'frontend'))
    for (const part of ['dist', 'media', 'templates', 'cards.json', 'package-lock.json']) cpSync(join(root, 'frontend', part), join(clone, 'frontend', part), { recursive: true })
    symlinkSync(join(root, 'frontend/node_modules'), join(clone, 'frontend/node_modules'))
    const places = ['--content', 'content', '--locales', 'locales', '--frontend', 'frontend', '--builds', 'builds', '--var', 'var']
    const options = ['build', ...places.map((place) => (place.startsWith('--') ? place : join(clone, place))), '--workers', '1']
    const twin = run('generator', options, { TZ: 'America/St_Johns', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' })
    assert.equal(await twin.ended, 0, twin.output())
    const id = (JSON.parse(readFileSync(join(clone, 'builds/latest.json'), 'utf8')) as { id: string }).id
    assert.equal(contentHash(id, join(clone, 'builds')), contentHash(live().id))
    rmSync(other, { recursive: true, force: true })
  })

  // R10.04
  test('goes back to the build before with one command', async () => {
    const first = live().id
    const path = join(content, 'pages/about/en.md')
    const original = readFileSync(path, 'utf8')
    writeFileSync(path, `${original}\nTo be rolled back.\n`)
    const built = build()
    assert.equal(await built.ended, 0, built.output())
    const about = async () => (await fetch(`${url}/en/about`)).text()
    await until(async () => (await about()).includes('To be rolled back.'))
    const rollback = run('generator', ['rollback', '--builds', join(folder, 'builds')])
    assert.equal(await rollback.ended, 0, rollback.output())
    assert.equal(live().id, first)
    await until(async () => !(await about()).includes('To be rolled back.'))
    writeFileSync(path, original)
  })

  // R10.06
  test('gets a named exit code and a sentence for each thing that is wrong', async () => {
    const before = live().id
    const cases: [string, number, RegExp, string[]][] = [
      ['origin down', 3, /system-config/, ['build', ...generatorOptions(folder, content, 'http://127.0.0.1:9')]],
      ['no such folder', 5, /--content/, ['build', ...generatorOptions(folder, join(folder, 'nowhere'), url)]],
      ['wrong option', 64, /unexpected argument/, ['build', '--bulids', 'x']],
      ['no address', 64, /http/, ['build', ...generatorOptions(folder, content, 'localhost')]],
    ]
    for (const [name, code, message, args] of cases) {
      const running = run('generator', args)
      assert.equal(await running.ended, code, `${name}: ${running.output()}`)
      assert.match(running.output(), message, name)
    }
    assert.equal(live().id, before)
  })

  // R10.06
  test('builds with the last good settings of an origin that is down, when told to', async () => {
    const dead = ['build', ...generatorOptions(folder, content, 'http://127.0.0.1:9'), '--origin-down', 'last-good']
    const running = run('generator', dead)
    assert.equal(await running.ended, 0, running.output())
    assert.match(running.output(), /last good system configuration/)
    assert.match(running.output(), /^unchanged/m)
  })

  // R10.06
  test('gets what is wrong as a JSON report and as annotations of a CI job', async () => {
    const path = join(content, 'pages/about/en.md')
    const original = readFileSync(path, 'utf8')
    writeFileSync(path, original.replace(/^title:/m, 'tilte:'))
    const report = join(folder, 'report.json')
    const running = build('--report', report, '--message-format', 'github')
    assert.equal(await running.ended, 1, running.output())
    assert.match(running.output(), /^::error file=content\/pages\/about\/en\.md,line=\d+,col=\d+,title=unknown-field::/m)
    const { exit, problems } = JSON.parse(readFileSync(report, 'utf8')) as { exit: string; problems: { code: string; file: string; field: string; remedy: string }[] }
    assert.equal(exit, 'content')
    const unknown = problems.find((problem) => problem.code === 'unknown-field')
    assert.deepEqual([unknown?.file, unknown?.field], ['content/pages/about/en.md', '/tilte'])
    assert.match(unknown?.remedy ?? '', /title/)
    writeFileSync(path, original)
  })

  test('is told when the port is taken', async () => {
    const server = createServer()
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const second = run('gateway', ['serve', '--listen', `127.0.0.1:${port}`, '--builds', join(folder, 'builds'), '--var', join(folder, 'var2'), '--origin', 'embedded'])
    assert.notEqual(await second.ended, 0)
    assert.match(second.output(), new RegExp(`${port}`))
    server.close()
  })
})
