// Vite's development server of a site: on this machine alone, behind the gateway, at any free port.

import { Console } from 'node:console'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { dev } from 'vike/api'

const PACKAGE = join(import.meta.dirname, '../..')

/** After the last edit, in milliseconds: Vite has marked all its modules by then. */
const PAUSE = 30

/**
 * Starts the server of the site whose frontend is in the folder `root`. Its log is written to the
 * file `log`: problems are reported by the list of problems, once for each cause.
 */
export async function startServer(root, log) {
  const stream = createWriteStream(log)
  globalThis.console = new Console(stream, stream)
  const edits = new Set()
  const viteConfig = {
    root,
    server: { port: 0, fs: { allow: [root, PACKAGE, join(root, '../locales')] } },
    plugins: [workerPlugin(), editPlugin(edits)],
  }
  const { viteServer } = await dev({ viteConfig, startupLog: false })
  noteMarks(viteServer.environments.worker.moduleGraph, edits)
  return new DevServer(viteServer, edits)
}

class DevServer {
  /** Vite's server. */
  vite
  #edits
  #hasReloaded = false
  #afterUpdate = () => {}
  #send

  constructor(vite, edits) {
    this.vite = vite
    this.#edits = edits
    this.#send = vite.ws.send.bind(vite.ws)
    vite.ws.send = (...message) => {
      if (message[0]?.type === 'full-reload') this.#hasReloaded = true
      this.#send(...message)
      if (message[0]?.type === 'update') this.#afterUpdate()
    }
  }

  /** Its address. */
  get address() {
    return `http://127.0.0.1:${this.vite.httpServer.address().port}`
  }

  /** Calls `edited` after each edit of a file that it knows. */
  onEdit(edited) {
    let pause
    this.#edits.add(() => {
      clearTimeout(pause)
      pause = setTimeout(edited, PAUSE)
    })
  }

  /** Whether Vite has reloaded the tabs since the last call. */
  takeReload() {
    const hasReloaded = this.#hasReloaded
    this.#hasReloaded = false
    return hasReloaded
  }

  /** Reloads the open tabs. */
  reload() {
    this.#send({ type: 'full-reload' })
  }

  /** Shows an error above the page of each open tab. */
  showError(err) {
    this.#send({ type: 'error', err })
  }

  /** Calls `updated` after each update of modules, with which a tab takes an error away. */
  onUpdate(updated) {
    this.#afterUpdate = updated
  }

  /** Calls `opened` with each tab that opens; its `send` reaches this tab alone. */
  onTab(opened) {
    this.vite.ws.on('connection', opened)
  }
}

/**
 * The worker's modules are an environment of their own: a module that is fetched counts as known,
 * and Vike would go on with the module that it has.
 */
function workerPlugin() {
  return {
    name: 'portico:worker',
    config: ({ environments }) => ({ environments: { worker: { consumer: 'server', resolve: environments?.ssr?.resolve } } }),
  }
}

/**
 * Notes each module that Vite marks as changed. On a busy machine that may be later than the pause
 * after an edit, and the modules that were fetched before it are the old ones.
 */
function noteMarks(graph, edits) {
  const mark = graph.invalidateModule.bind(graph)
  graph.invalidateModule = (...which) => {
    mark(...which)
    for (const note of edits) note()
  }
}

/** Notes each edit, once Vite knows its modules. */
function editPlugin(edits) {
  return {
    name: 'portico:edits',
    hotUpdate: {
      order: 'post',
      handler() {
        for (const note of edits) note()
      },
    },
  }
}
