// `portico dev`: the site from its sources, without a build of the frontend. Vite's development
// server makes documents and modules, behind the gateway; the generator renders the pages with the
// same modules, which gives the documents their data and finds errors of all pages.
//
//   sources ──Vite──► modules ──► browser, at once
//                        └──► worker of the generator ──► var/dev/builds ──► data of documents
//
// All that it writes is under `var/dev`: `builds/` and `dist/` stay as they are.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DevFrontend } from '../build/dev/frontend.mjs'
import { ProblemList } from '../build/dev/problems.mjs'
import { startServer } from '../build/dev/server.mjs'
import { describeModuleError, describePages } from '../build/dev/sources-of-errors.mjs'
import { TypeCheck } from '../build/dev/types.mjs'
import { announce, readPort, SiteProcesses, startProblem } from './processes.mjs'
import { followSources } from './sources.mjs'

/** Folder of all that it writes, from the site's folder. */
const STATE = 'var/dev'

/** Problems of one build are reported together; between two of them, in milliseconds. */
const BATCH = 100

/** Runs the site whose frontend is in the folder `frontend`. */
export async function dev(frontend, options) {
  const port = readPort('dev', options)
  const site = join(frontend, '..')
  const processes = new SiteProcesses(site)
  const problem = await startProblem(port)
  if (problem !== undefined) return processes.stop(problem)
  mkdirSync(join(site, STATE), { recursive: true })
  process.env.PORTICO_BUILDS = join(site, STATE, 'builds')
  process.stdout.write('starting the development server\n')
  const types = new TypeCheck(frontend, processes.children)
  await types.writeContentTypes()
  // Lingui looks for its configuration in the working folder, which is any folder of the site.
  process.chdir(frontend)
  const log = `${STATE}/server.log`
  let server
  try {
    server = await startServer(frontend, join(site, log))
  } catch ({ message }) {
    // Otherwise Vike would catch it, write it to the log alone, and let the command end with 0.
    return processes.stop(`the development server does not start: ${message}; the log is ${log}`)
  }
  processes.takeSignals()
  const session = new Session(site, server, types)
  if (!(await session.create())) return processes.stop('the sources cannot be run, see above; mend them, and start again')
  if (processes.isStopping) return
  const places = { builds: `${STATE}/builds`, state: STATE }
  const url = await processes.startGateway(port, places, '--dev-server', server.address)
  const folders = ['--builds', places.builds, '--var', places.state, '--frontend', `${STATE}/frontend`]
  const stdio = ['ignore', 'pipe', 'pipe']
  session.follow(processes.startGenerator(url, [...folders, '--message-format', 'json'], stdio))
  await announce(url)
}

/** Takes edits to the browser, the worker, the check of types and the list of problems. */
class Session {
  #site
  #server
  #types
  #frontend
  #problems
  /** Whether the worker has had new modules since the last publication. */
  #hasNewModules = false
  #last = Promise.resolve()

  constructor(site, server, types) {
    this.#site = site
    this.#server = server
    this.#types = types
    this.#frontend = new DevFrontend(server.vite, join(site, STATE, 'frontend'))
    this.#problems = new ProblemList(server)
  }

  /** Makes the first modules; returns whether there are no errors. */
  async create() {
    return this.#try(async () => {
      await this.#frontend.create()
      return true
    })
  }

  /** Follows edits of sources, and the output of the generator. */
  follow(generator) {
    this.#server.onEdit(() => this.#update())
    followSources(this.#site, () => {
      this.#update()
      this.#checkTypes()
    })
    this.#checkTypes()
    this.#followOutput(generator)
  }

  #update() {
    this.#last = this.#last.then(async () => {
      const isNew = await this.#try(() => this.#frontend.update())
      if (isNew) this.#hasNewModules = true
    })
  }

  /** The result of an action on modules; an error is a problem in the list. */
  async #try(action) {
    try {
      const result = await action()
      this.#problems.replace('modules', [])
      return result
    } catch (error) {
      this.#problems.replace('modules', [describeModuleError(error, this.#site)])
      return false
    }
  }

  async #checkTypes() {
    const problems = await this.#types.check()
    if (problems !== undefined) this.#problems.replace('types', problems)
  }

  #followOutput(generator) {
    let [batch, pause] = [[], undefined]
    const report = () => {
      this.#problems.replace('pages', describePages(batch, this.#site))
      batch = []
    }
    createInterface({ input: generator.stdout }).on('line', (line) => {
      process.stdout.write(`${line}\n`)
      if (/^(published|unchanged)\b/.test(line)) this.#problems.replace('pages', [])
      if (line.startsWith('published')) this.#showPublished()
    })
    createInterface({ input: generator.stderr }).on('line', (line) => {
      if (!line.startsWith('{')) return process.stderr.write(`${line}\n`)
      batch.push(JSON.parse(line))
      clearTimeout(pause)
      pause = setTimeout(report, BATCH)
    })
  }

  /**
   * A publication has other data, unless Vite has already brought all of an edit to the browser.
   */
  #showPublished() {
    if (!this.#hasNewModules || this.#server.takeReload()) this.#server.reload()
    this.#hasNewModules = false
  }
}
