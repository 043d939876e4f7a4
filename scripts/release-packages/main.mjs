// Packs the programs of one platform, and the packages that find them.
//
//   node main.mjs --programs FOLDER --platform NAME --out FOLDER [--released NAMES] [--quick]
//
// `--programs`: the folder of gateway, generator and origin, without debug information.
// `--released`: names of all platforms of this release, with commas; without it this one.
// `--quick`: compresses little and leaves the archive out, for tests.
//
// Writes to FOLDER a `.tgz` for npm of each package, the archive `portico-VERSION-NAME.tar.gz` for
// people without npm, and SHA256SUMS.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  createManifest,
  layPlatform,
  layPrograms,
  laySource,
  PROGRAMS,
  productVersion,
  programManifest,
} from './packages.mjs'
import { targetOf } from './targets.mjs'

const ROOT = join(import.meta.dirname, '../..')

/** Largest size of a package, in bytes. */
const LARGEST = 20e6

const { values } = parseArgs({
  options: {
    programs: { type: 'string' },
    platform: { type: 'string' },
    out: { type: 'string' },
    released: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})
const target = targetOf(values.platform)
const out = resolve(values.out)
const platforms = (values.released ?? target.name).split(',').map((name) => targetOf(name).name)
const version = productVersion()
const laid = mkdtempSync(join(tmpdir(), 'portico-release-'))
mkdirSync(out, { recursive: true })
try {
  packAll()
  writeSums()
} finally {
  rmSync(laid, { recursive: true, force: true })
}

function packAll() {
  const given = { target, programs: resolve(values.programs), studio: join(ROOT, 'frontend/studio/dist'), version }
  for (const program of PROGRAMS) {
    const [platform, finder] = [join(laid, `${program}-${target.name}`), join(laid, program)]
    layPlatform(platform, program, given)
    pack(platform, `portico-${program}-${target.name}-${version}.tgz`, 'package')
    laySource(finder, 'program', programManifest(program, platforms, version))
    pack(finder, `portico-${program}-${version}.tgz`, 'package')
  }
  laySource(join(laid, 'create'), 'create-portico', createManifest(version))
  pack(join(laid, 'create'), `create-portico-${version}.tgz`, 'package')
  if (values.quick) return
  // For people without npm.
  layPrograms(join(laid, 'all'), PROGRAMS, given)
  pack(join(laid, 'all'), `portico-${version}-${target.name}.tar.gz`, `portico-${version}`)
}

/**
 * Packs a folder under the name `inside`. Same files, same bytes: owners and times are the same on
 * every machine.
 */
function pack(folder, file, inside) {
  const archive = join(out, file)
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0']
  const compressed = `gzip -n ${values.quick ? '-1' : '-9'}`
  const renamed = `--transform=s,^\\.,${inside},`
  execFileSync('tar', [...same, renamed, '-I', compressed, '-cf', `${archive}.part`, '-C', folder, '.'])
  renameSync(`${archive}.part`, archive)
  const { size } = statSync(archive)
  process.stdout.write(`${file}  ${(size / 1e6).toFixed(1)} MB\n`)
  if (size > LARGEST && inside === 'package' && !values.quick) {
    console.error(`error: ${file} is larger than ${LARGEST / 1e6} MB`)
    process.exitCode = 1
  }
}

/** A checksum of each archive, in the form of sha256sum. */
function writeSums() {
  const archives = readdirSync(out)
    .filter((name) => /\.(tgz|tar\.gz)$/.test(name))
    .sort()
  const sums = archives.map((name) => {
    const sum = createHash('sha256').update(readFileSync(join(out, name))).digest('hex')
    return `${sum}  ${name}\n`
  })
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
}
