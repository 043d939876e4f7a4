#!/usr/bin/env node
// The commands of a site: `portico run`, `portico build`, `portico test`, `portico types`. Run by
// npm, or by the scripts of the site, from anywhere inside it.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './run.mjs'

const USAGE = `portico run [--port N]   start the site on this machine, and follow edits
portico build            build the frontend
portico test             types, tests, words and content of the site
portico types            types of the content, from its schemas`

const frontend = findFrontend(process.cwd())
const tools = join(frontend, 'node_modules')
const node = join(tools, '.bin/node')
const build = join(tools, '@portico/app/build')

const COMMANDS = {
  build: () => all([node, `${build}/content-types.mjs`], [node, `${build}/build.mjs`]),
  types: () => all([node, `${build}/content-types.mjs`]),
  test: () =>
    all(
      [node, `${build}/content-types.mjs`],
      [node, `${tools}/typescript/bin/tsc`, '-p', '.'],
      [node, `${tools}/vitest/vitest.mjs`, 'run'],
      [node, `${build}/check-catalogs.mjs`, '--untranslated'],
    ),
  run: (options) => run(frontend, options),
}

const [name, ...options] = process.argv.slice(2)
const command = COMMANDS[name]
if (command === undefined) {
  console.error(name === undefined ? USAGE : `error: there is no command \`${name}\`\n\n${USAGE}`)
  process.exit(64)
}
await command(options)

/** The site's folder `frontend`, from a folder inside the site. */
function findFrontend(from) {
  for (const folder of [from, join(from, 'frontend')]) if (existsSync(join(folder, 'site/site.ts'))) return folder
  if (dirname(from) === from) {
    console.error('error: this is no folder of a site; start it where `frontend` and `content` are')
    process.exit(64)
  }
  return findFrontend(dirname(from))
}

/** Runs programs in turn; the first that fails ends this one. */
function all(...programs) {
  const env = { ...process.env, PATH: `${join(tools, '.bin')}:${process.env.PATH}` }
  for (const [program, ...given] of programs) {
    const { status, error } = spawnSync(program, given, { cwd: frontend, env, stdio: 'inherit' })
    if (error !== undefined) console.error(`error: cannot start ${program}: ${error.message}`)
    if (status !== 0) process.exit(status ?? 1)
  }
}
