#!/usr/bin/env node
// The commands of a site: `portico run`, `portico dev`, `portico build`, `portico check`, `portico
// test`, `portico types`. Run by npm, or by the scripts of the site, from anywhere inside it.

import '../build/check-node.mjs'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { CHECKS_REMEDY, findCompiler, lackingChecks } from './checks.mjs'
import { Children } from './children.mjs'
import { SIGNALS } from './processes.mjs'
import { findProgram, REMEDY } from './programs.mjs'

const USAGE = `portico run [--port N]   start the site on this machine, and follow edits
portico dev [--port N]   the same from the sources, without a build: for work on the site's code
portico build            build the frontend
portico check            types, unit tests, words and content of the site
portico test [--all]     the same, and its pages in a browser: of each route the longest and the
                         shortest one, or all
portico types            types of the content, from its schemas
portico --version        versions of this package and of the programs`

const frontend = findFrontend(process.cwd())
const tools = join(frontend, 'node_modules')
const node = process.execPath
const build = join(tools, '@portico/app/build')

const COMMANDS = {
  build: () => all([node, `${build}/content-types.mjs`], [node, `${build}/build.mjs`]),
  types: () => all([node, `${build}/content-types.mjs`]),
  check: checkSources,
  test: async (options) => {
    const isAll = options[0] === '--all'
    if (options.length > (isAll ? 1 : 0)) {
      console.error('error: the one option is --all, as in: portico test --all')
      process.exit(64)
    }
    await checkSources()
    await checkPages(isAll ? ['--all'] : [])
  },
  // Only this command loads Vite into its own process.
  dev: async (options) => (await import('./dev.mjs')).dev(frontend, options),
  run: async (options) => (await import('./run.mjs')).run(frontend, options),
}

const [name, ...options] = process.argv.slice(2)
if (name === '--version') {
  printVersions()
  process.exit()
}
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

function printVersions() {
  const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const programs = ['gateway', 'generator', 'origin'].map((each) => {
    const program = findProgram(each)
    return program === undefined ? `${each} is missing` : execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
  })
  process.stdout.write(`${[`${name} ${version}`, ...programs].join('\n')}\n`)
}

async function checkSources() {
  const lacking = lackingChecks(frontend)
  if (lacking.length > 0) {
    console.error(`error: the checks need the packages ${lacking.join(', ')}; ${CHECKS_REMEDY}`)
    process.exit(1)
  }
  await all(
    [node, `${build}/content-types.mjs`],
    [node, findCompiler(frontend), '-p', '.'],
    [node, `${tools}/vitest/vitest.mjs`, 'run'],
    [node, `${build}/check-catalogs.mjs`, '--untranslated'],
  )
  await checkContent()
}

/** Runs the generator's check of the content, with a build of the current frontend. */
async function checkContent() {
  const generator = findProgram('generator')
  if (generator === undefined) {
    console.error(`warning: the content was not checked: there is no program \`generator\`; ${REMEDY}`)
    return
  }
  await COMMANDS.build()
  await all([generator, 'check', '--content', '../content', '--locales', '../locales', '--frontend', '.'])
}

/** Checks the pages of the built site; the packages for it are installed at the first time. */
async function checkPages(options) {
  const [gateway, generator] = ['gateway', 'generator'].map(findProgram)
  if (gateway === undefined || generator === undefined) {
    console.error(`warning: the pages were not checked: there is no program \`gateway\` or \`generator\`; ${REMEDY}`)
    return
  }
  const site = join(frontend, '..')
  const kit = join(site, 'tests/kit')
  const quietly = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (!isInstalled(kit)) await all(['npm', 'install', '--prefix', kit, ...quietly])
  await all([node, join(kit, 'main.ts'), '--site', site, '--gateway', gateway, '--generator', generator, ...options])
}

function isInstalled(kit) {
  // In Portico's own repository the folder is a link, and its packages are those of `tests/`.
  const manifest = join(realpathSync(kit), 'package.json')
  const { resolve } = createRequire(manifest)
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
  try {
    for (const name of Object.keys(dependencies)) resolve(`${name}/package.json`)
    return true
  } catch {
    return false
  }
}

/** Runs programs one after the other; the first failure ends this program, and all end with it. */
async function all(...programs) {
  const children = new Children()
  const env = { ...process.env, PATH: [join(tools, '.bin'), dirname(node), process.env.PATH].join(delimiter) }
  const end = async (code) => {
    await children.stop()
    process.exit(code)
  }
  for (const signal of SIGNALS) process.on(signal, () => end(1))
  for (const [program, ...given] of programs) {
    const child = children.start(program, given, { cwd: frontend, env, stdio: 'inherit' })
    const code = await new Promise((ended) => {
      child.on('exit', ended)
      child.on('error', (error) => {
        console.error(`error: cannot start ${program}: ${error.message}`)
        ended(1)
      })
    })
    if (code !== 0) await end(code ?? 1)
  }
  for (const signal of SIGNALS) process.removeAllListeners(signal)
  await children.stop()
}
