// What an earlier version left behind: its builds are served by the gateway of today, byte for
// byte, and its site is upgraded and built.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { portico } from '../fixtures/new-site.ts'
import { binaries, generatorOptions, root, run, temporaryFolder } from '../fixtures/stack.ts'

const KEPT = join(root, 'tests/versions')
const versions = readdirSync(KEPT, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []))
assert.ok(versions.length > 0, 'a version is kept')

for (const version of versions) {
  describe(`of version ${version}`, () => {
    const folder = temporaryFolder()
    after(() => rmSync(folder, { recursive: true, force: true }))

    const unpack = (name: string) => {
      const target = join(folder, name)
      mkdirSync(target)
      execFileSync('tar', ['-xzf', join(KEPT, version, `${name}.tar.gz`), '-C', target])
      return target
    }

    test('the builds are served, public pages to everyone and guarded ones to no guest', async () => {
      const builds = unpack('builds')
      const gateway = run('gateway', ['serve', '--listen', '127.0.0.1:0', '--builds', builds, '--var', join(folder, 'var'), '--origin', 'embedded'])
      try {
        const url = (await gateway.until(/^Listening at (\S+)/m))[1] as string
        const { guarded, other } = await visit(url, builds)
        assert.deepEqual(other, [])
        assert.ok(guarded.length > 0, 'the members’ page is guarded')
      } finally {
        gateway.child.kill('SIGTERM')
        await gateway.ended
      }
    })

    test('the site is upgraded, passes its tests and is published', async () => {
      const site = unpack('site')
      const frontend = join(site, 'frontend')
      symlinkSync(join(root, 'frontend/node_modules'), join(frontend, 'node_modules'))
      cpSync(join(root, 'frontend/package-lock.json'), join(frontend, 'package-lock.json'))
      const upgrade = (...options: string[]) => execFileSync(join(binaries, 'generator'), ['upgrade', site, ...options], { encoding: 'utf8' })
      const report = upgrade()
      for (const own of ['frontend/site/site.ts', 'scripts/test', 'tests/pages.json']) assert.ok(report.includes(own), own)
      assert.match(upgrade('--check'), /\d+\.\d+\.\d+/)
      portico(frontend, 'check')
      const sources = { content: join(site, 'content'), locales: join(site, 'locales'), frontend }
      const build = run('generator', ['build', ...generatorOptions(join(folder, 'new'), sources.content, 'embedded', sources)])
      assert.equal(await build.ended, 0, build.output())
      assert.match(build.output(), /published/)
    })
  })
}

/** Pages of the live build that a guest does not get, and public ones that have other bytes. */
async function visit(url: string, builds: string): Promise<{ guarded: string[]; other: string[] }> {
  const { id } = JSON.parse(readFileSync(join(builds, 'latest.json'), 'utf8')) as { id: string }
  const files = readdirSync(join(builds, id), { recursive: true, encoding: 'utf8' })
  // Documents of errors have no address of their own.
  const pages = files.filter((name) => name.endsWith('index.html') && !/(^|\/)(404|_error)\//.test(name))
  assert.ok(pages.length > 10, `${pages.length} pages`)
  const [guarded, other]: [string[], string[]] = [[], []]
  for (const page of pages) {
    const path = `/${page.replace(/\/?index\.html$/, '')}`
    const answer = await fetch(url + path, { redirect: 'manual' })
    if (answer.status === 302) guarded.push(path)
    else if ((await answer.text()) !== readFileSync(join(builds, id, page), 'utf8')) other.push(path)
  }
  return { guarded, other }
}
