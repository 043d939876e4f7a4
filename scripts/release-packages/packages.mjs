// Lays down the folders of the packages: what is packed.

import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = join(ROOT, 'frontend/npm')

/** Names of the programs. */
export const PROGRAMS = ['gateway', 'generator', 'origin']

/**
 * Programs that a site installs when it needs them. The gateway has the origin inside; the program
 * `origin` has the commands of an operator, and 32 MB.
 */
const ON_DEMAND = ['origin']

/** Description of the package with a program for a platform. */
export function platformManifest(program, { name, os, cpu, wasRun }, version) {
  return {
    name: `@portico/${program}-${name}`,
    version,
    description: `Portico's ${program} for ${name}.${wasRun ? '' : ' Built, and not run yet.'}`,
    license: 'MIT OR Apache-2.0',
    os: [os],
    cpu: [cpu],
    // Alpine's musl needs other programs.
    ...(os === 'linux' && { libc: ['glibc'] }),
    files: ['bin'],
  }
}

/** Description of the package that finds a program on one of the platforms. */
export function programManifest(program, platforms, version) {
  const packages = platforms.map((platform) => [`@portico/${program}-${platform}`, version])
  return {
    ...readManifest('program'),
    name: `@portico/${program}`,
    version,
    bin: { [program]: 'bin.mjs' },
    ...(!ON_DEMAND.includes(program) && { optionalDependencies: Object.fromEntries(packages) }),
  }
}

/** Description of `create-portico`. */
export function createManifest(version) {
  return { ...readManifest('create-portico'), version, dependencies: { '@portico/generator': version } }
}

/** Lays down the package with a program of the folder `programs` for a platform. */
export function layPlatform(out, program, { target, programs, studio, version }) {
  layPrograms(out, [program], { target, programs, studio })
  writeManifest(out, platformManifest(program, target, version))
}

/** Lays down programs; the generator finds the editors' page beside itself. */
export function layPrograms(out, names, { target, programs, studio }) {
  const bin = join(out, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const name of names) {
    const file = target.os === 'win32' ? `${name}.exe` : name
    copyFileSync(join(programs, file), join(bin, file))
    chmodSync(join(bin, file), 0o755)
  }
  if (names.includes('generator')) cpSync(studio, join(bin, 'studio'), { recursive: true, dereference: true })
}

/** Lays down a package of `frontend/npm` with its manifest. */
export function laySource(out, source, manifest) {
  cpSync(join(SOURCES, source), out, { recursive: true })
  writeManifest(out, manifest)
}

/** The version that programs and packages have. */
export function productVersion() {
  const cargo = readFileSync(join(ROOT, 'Cargo.toml'), 'utf8')
  const version = /^\[workspace\.package\]\n(?:.*\n)*?version = "([^"]+)"/m.exec(cargo)?.[1]
  if (version === undefined) throw new Error('Cargo.toml has no version')
  return version
}

const readManifest = (source) => JSON.parse(readFileSync(join(SOURCES, source, 'package.json'), 'utf8'))

function writeManifest(folder, manifest) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
