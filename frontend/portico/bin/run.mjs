// `portico run`: builds what is not built, starts the gateway with the embedded origin, prerenders,
// and follows edits until it is stopped: the generator those of texts, and this those of sources,
// which it builds anew.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, globSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

/** Files that the build is made of, from the site's folder. */
const SOURCES = [
  'frontend/{portico,site,templates}/**/*.*',
  'frontend/*.{ts,json}',
  'locales/**/*.*',
  'content/*/_schema.json',
  'content/settings.schema.json',
]

/** Folders that they lie in. */
const FOLDERS = ['frontend/site', 'frontend/templates', 'locales', 'content']

/** After the last edit, in milliseconds: editors save in several steps. */
const PAUSE = 100

/** Runs the site whose frontend is in the folder `frontend`. */
export async function run(frontend, options) {
  const [flag, port = '8080', ...more] = options
  if ((flag !== undefined && flag !== '--port') || !/^\d+$/.test(port) || more.length > 0) {
    console.error('error: the one option is --port N, as in: portico run --port 8080')
    process.exit(64)
  }
  const site = join(frontend, '..')
  if (!(await build(site, frontend))) process.exit(1)
  mkdirSync(join(site, 'builds'), { recursive: true })
  const children = []
  const start = (name, args, stdio) => {
    const child = spawn(program(name), args, { cwd: site, stdio })
    child.on('error', (error) => stop(children, `${name} cannot be started: ${error.message}`))
    child.on('exit', (code) => stop(children, `${name} ended with ${code}`))
    children.push(child)
    return child
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(children))
  const gateway = start(
    'gateway',
    ['serve', '--listen', `127.0.0.1:${port}`, '--builds', 'builds', '--var', 'var', '--origin', 'embedded'],
    ['ignore', 'pipe', 'pipe'],
  )
  keepLog(gateway, join(site, 'var/gateway.log'))
  const url = await listening(gateway)
  start('generator', ['watch', '--origin', url, '--address', url], ['ignore', 'inherit', 'inherit'])
  followSources(site, frontend)
}

/** Builds anew after every edit of a source, one build after the other. */
function followSources(site, frontend) {
  let pause
  let building = Promise.resolve()
  const edited = () => {
    clearTimeout(pause)
    pause = setTimeout(() => {
      building = building.then(() => build(site, frontend))
    }, PAUSE)
  }
  for (const folder of FOLDERS) watch(join(site, folder), { recursive: true }, edited)
}

/** The log goes to a file; who signs in here finds the code in one that a line names. */
function keepLog(gateway, path) {
  mkdirSync(dirname(path), { recursive: true })
  const log = createWriteStream(path)
  createInterface({ input: gateway.stderr }).on('line', (line) => {
    log.write(`${line}\n`)
    if (/^E-mail |\bERROR\b/.test(line)) console.error(line)
  })
}

/** The address at which the gateway says that it listens. */
function listening(gateway) {
  return new Promise((found) => {
    let said = ''
    gateway.stdout.on('data', (piece) => {
      said += piece
      const url = /^Listening at (\S+)/m.exec(said)?.[1]
      if (url === undefined) return
      gateway.stdout.removeAllListeners('data').resume()
      process.stdout.write(`Listening at ${url}\n`)
      found(url)
    })
  })
}

/** Builds the frontend if it is not built from the sources as they are; answers whether it is. */
async function build(site, frontend) {
  const sum = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: site }).sort()) {
    if (/content\.gen\.ts$|package-lock\.json$/.test(path)) continue
    sum.update(`${path}\0`).update(readFileSync(join(site, path)))
  }
  const [stamp, now] = [join(frontend, '.dist-sources'), sum.digest('hex')]
  if (existsSync(join(frontend, 'dist/server')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return true
  const portico = join(import.meta.dirname, 'portico.mjs')
  const child = spawn(process.execPath, [portico, 'build'], { cwd: site, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(piece))
  const code = await new Promise((ended) => child.on('close', ended))
  if (code === 0) writeFileSync(stamp, now)
  else process.stderr.write(`${Buffer.concat(said)}error: the frontend does not build; mend it, and the site follows\n`)
  return code === 0
}

/** A program of Portico's: in PORTICO_BINARIES, or on the PATH. */
function program(name) {
  const folders = process.env.PORTICO_BINARIES?.split(delimiter) ?? process.env.PATH.split(delimiter)
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (found !== undefined) return found
  console.error(
    `error: there is no program \`${name}\`; put Portico's programs on the PATH, or name their folder in PORTICO_BINARIES`,
  )
  process.exit(1)
}

/** Ends all that was started, and this. */
function stop(children, cause) {
  for (const child of children) {
    child.removeAllListeners('exit')
    child.kill('SIGTERM')
  }
  if (cause !== undefined) console.error(`error: ${cause}`)
  process.exit(cause === undefined ? 0 : 1)
}
