#!/usr/bin/env node
// `npm create portico@latest my-site`: asks, or takes the options of `generator new`; makes the
// site, installs its packages, and starts it.

import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { program as generator, packageName } from '@portico/generator'

const USAGE = `npm create portico@latest FOLDER [-- OPTIONS]

  --no-start    make the site, and do not start it
  --port N      start it at this port; 8080 without it

All other options are those of \`generator new\`: --name, --url, --languages, --parts, --plain,
--kind, --look, --accent, --time-zone. Without options a terminal asks for them.`

/** The process that started this one. */
const PARENT = process.ppid

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const { folder, starts, port, options } = readArguments(process.argv.slice(2))

await makeSite()
addPrograms()
await runInSite(
  'npm',
  ['--prefix', 'frontend', 'install', '--no-audit', '--no-fund', '--loglevel=error'],
  'installing its packages',
)
if (starts) await runInSite(join('scripts', 'run'), ['--port', port], 'starting it; Ctrl-C ends it')

function readArguments(given) {
  const options = []
  let [starts, port] = [true, '8080']
  const rest = [...given]
  while (rest.length > 0) {
    const option = rest.shift()
    if (option === '--no-start') starts = false
    else if (option === '--port') port = rest.shift() ?? ''
    else if (option === '-h' || option === '--help') exit(USAGE, 0)
    else options.push(option)
  }
  const [folder] = options
  if (folder === undefined || folder.startsWith('-'))
    exit(`error: the first argument is the folder of the new site\n\n${USAGE}`, 64)
  return { folder: resolve(folder), starts, port, options }
}

async function makeSite() {
  if (generator === undefined) {
    exit(`error: there is no package \`${packageName}\`; build Portico from its sources on this machine`, 1)
  }
  await run(generator, ['new', ...options], process.cwd())
}

/** The site gets the programs of this version with its packages. */
function addPrograms() {
  const file = join(folder, 'frontend/package.json')
  const site = JSON.parse(readFileSync(file, 'utf8'))
  const programs = ['gateway', 'generator', 'origin'].map((name) => [`@portico/${name}`, version])
  site.dependencies = { ...site.dependencies, ...Object.fromEntries(programs) }
  writeFileSync(file, `${JSON.stringify(site, null, 2)}\n`)
}

async function runInSite(program, args, step) {
  process.stdout.write(`${step}\n`)
  await run(program, args, folder)
}

/** Runs a program; a signal is passed on to it, and its failure ends this one. */
async function run(program, args, cwd) {
  const child = spawn(program, args, { cwd, stdio: 'inherit' })
  // The keyboard interrupts both: the program decides when it ends.
  const listeners = { SIGINT: () => {}, SIGTERM: () => child.kill('SIGTERM'), SIGHUP: () => child.kill('SIGHUP') }
  for (const [signal, listener] of Object.entries(listeners)) process.on(signal, listener)
  // npm that is ended takes its shell with it, and leaves this process to another parent.
  const watched = setInterval(() => process.ppid !== PARENT && child.kill('SIGTERM'), 500)
  const code = await new Promise((ended) => {
    child.on('error', (error) => exit(`error: cannot start ${program}: ${error.message}`, 1))
    child.on('exit', (status) => ended(status ?? 1))
  })
  clearInterval(watched)
  for (const [signal, listener] of Object.entries(listeners)) process.off(signal, listener)
  if (code !== 0) process.exit(code)
}

function exit(text, code) {
  const stream = code === 0 ? process.stdout : process.stderr
  stream.write(`${text}\n`)
  process.exit(code)
}
