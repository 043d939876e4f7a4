#!/usr/bin/env node
// Builds the bench site in var/bench-site: a second site on the package `@portico/app`, made of the
// files beside this one unchanged. No Rust is compiled: the same generator and gateway take both
// sites.
//
//   node scripts/bench-site/build.mjs [--check]
//
// Exits at once when neither the package's sources nor the bench site's changed. `--check` also
// checks the types of the built site and runs its tests. Needs frontend/node_modules, which has the
// pinned Node.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const here = import.meta.dirname
const root = resolve(here, '../..')
const product = join(root, 'frontend')
const site = join(root, 'var/bench-site')
const frontend = join(site, 'frontend')

/**
 * Product files that a site uses besides the package. Without fonts.json and cards.json no font is
 * cut and no card is drawn.
 */
const TAKEN = ['lingui.config.ts', 'media', 'package-lock.json', 'templates/inline.js']

build()
if (process.argv.includes('--check')) check()

function build() {
  const stamp = join(site, 'sources')
  const now = hash([...[...TAKEN, 'portico'].map((path) => join(product, path)), join(root, 'locales'), here])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  console.error('building the bench site’s frontend')
  rmSync(site, { recursive: true, force: true })
  for (const path of TAKEN) cpSync(join(product, path), join(frontend, path), { recursive: true })
  cpSync(join(here, 'frontend'), frontend, { recursive: true })
  cpSync(join(here, 'content'), join(site, 'content'), { recursive: true })
  symlinkSync(join(product, 'node_modules'), join(frontend, 'node_modules'))
  copyLocales()
  node(['node_modules/@portico/app/build/content-types.mjs'])
  node(['node_modules/@portico/app/build/build.mjs'])
  // The build tool may exit with 0 although it could not read its configuration.
  if (!existsSync(join(frontend, 'dist/server'))) throw new Error(`the bench site has no ${join(frontend, 'dist')}`)
  writeFileSync(stamp, now)
}

/** The product's list of languages, and the package's words beside the bench site's own. */
function copyLocales() {
  const [from, to] = [join(root, 'locales'), join(site, 'locales')]
  cpSync(join(here, 'locales'), to, { recursive: true })
  cpSync(join(from, 'locales.json'), join(to, 'locales.json'))
  for (const code of readdirSync(join(here, 'locales'))) {
    for (const name of ['portico.po', 'forms.po', 'search.po', 'chat.po']) cpSync(join(from, code, name), join(to, code, name))
  }
}

function check() {
  node(['node_modules/typescript/bin/tsc', '-p', '.'])
  node(['node_modules/vitest/vitest.mjs', 'run'])
}

/** Runs a tool in the site's frontend; its output is printed only when it fails. */
function node(command) {
  try {
    execFileSync('node_modules/.bin/node', command, { cwd: frontend, stdio: 'pipe' })
  } catch ({ status, stdout, stderr }) {
    console.error(`${stdout}${stderr}\nerror: \`node ${command.join(' ')}\` ended with ${status} in ${frontend}`)
    process.exit(1)
  }
}

function hash(paths) {
  const sum = createHash('sha256')
  for (const path of paths) {
    const files = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }).map((name) => join(path, name)) : [path]
    for (const file of files.sort())
      if (statSync(file).isFile()) sum.update(`${relative(root, file)}\0`).update(readFileSync(file))
  }
  return sum.digest('hex')
}
