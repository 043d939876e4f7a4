// A release: one version for programs and packages, and packages that fit together.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { createManifest, PROGRAMS, platformManifest, productVersion, programManifest } from '../release-packages/packages.mjs'
import { TARGETS, targetOf } from '../release-packages/targets.mjs'

const ROOT = resolve(import.meta.dirname, '../..')

test('the programs and the package of sites have one version, and the changelog has it', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'frontend/portico/package.json'), 'utf8'))
  assert.equal(version, productVersion())
  assert.match(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), new RegExp(`^## ${version.replaceAll('.', '\\.')}`, 'm'))
})

test('the checks of a site’s pages have the packages that our own tests have', () => {
  const read = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
  const [kit, tests] = [read('tests/kit/package.json'), read('tests/package.json')]
  assert.equal(kit.version, productVersion())
  for (const [name, version] of Object.entries(kit.dependencies)) assert.equal(tests.devDependencies[name], version, name)
})

test('the checks of a site have the packages that our own checks have, and a site none of them', () => {
  const read = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
  const { checks, dependencies } = read('frontend/portico/package.json')
  const { devDependencies } = read('frontend/package.json')
  for (const [name, version] of Object.entries(checks)) {
    assert.equal(devDependencies[name], version, name)
    assert.equal(dependencies[name], undefined, `${name}: no site needs it to run`)
  }
})

test('a package finds its program on each platform of the release, and no other', () => {
  const { name, bin, optionalDependencies } = programManifest('gateway', ['linux-x64', 'darwin-arm64'], '1.2.3')
  assert.equal(name, '@portico/gateway')
  assert.deepEqual(optionalDependencies, { '@portico/gateway-linux-x64': '1.2.3', '@portico/gateway-darwin-arm64': '1.2.3' })
  for (const file of Object.values(bin)) assert.ok(existsSync(join(ROOT, 'frontend/npm/program', file)))
  assert.deepEqual(createManifest('1.2.3').dependencies, { '@portico/generator': '1.2.3' })
})

test('the program of operators is installed when a site needs it', () => {
  assert.equal(programManifest('origin', ['linux-x64'], '1.2.3').optionalDependencies, undefined)
})

test('a platform’s package is installed there alone, and says if it was never run', () => {
  const linux = platformManifest('origin', targetOf('linux-x64'), '1.2.3')
  assert.deepEqual([linux.os, linux.cpu, linux.libc], [['linux'], ['x64'], ['glibc']])
  const mac = platformManifest('origin', targetOf('darwin-arm64'), '1.2.3')
  assert.deepEqual([mac.name, mac.os, mac.cpu, mac.libc], ['@portico/origin-darwin-arm64', ['darwin'], ['arm64'], undefined])
  assert.match(mac.description, /not run/)
  assert.throws(() => targetOf('plan9-x64'), /there are linux-x64/)
})

test('no package of the release has an install script', () => {
  const manifests = TARGETS.flatMap((target) => PROGRAMS.map((program) => platformManifest(program, target, '1.2.3')))
  for (const { name, scripts } of [...manifests, programManifest('origin', [], '1.2.3'), createManifest('1.2.3')])
    assert.equal(scripts, undefined, name)
})
