// A frontend for the generator in development, in a folder of its own under `var`: the worker runs
// the sources, and there are no bundles for a browser, which the development server serves.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describeFonts, makeFiguresScript, makeInlineScript } from '../declarations.mjs'
import { ENTRY, fetchModules } from './modules.mjs'

/** Parts of the site's frontend that are used as they are. */
const LINKED = ['templates', 'media', 'node_modules', 'package-lock.json', 'cards.json', 'cards']

/** A script and a style sheet that no browser loads: a document in development has the server's. */
const [SCRIPT, STYLES] = ['assets/development.js', 'assets/development.css']
const CLIENT_ENTRY = 'site/pages/+client.tsx'

export class DevFrontend {
  #server
  #root
  /** Its folder. */
  folder

  constructor(server, folder) {
    this.#server = server
    this.#root = server.config.root
    this.folder = folder
  }

  /** Makes the folder anew. */
  async create() {
    rmSync(this.folder, { recursive: true, force: true })
    mkdirSync(this.folder, { recursive: true })
    for (const name of LINKED) {
      const path = join(this.#root, name)
      // A worker may follow one link.
      if (existsSync(path)) symlinkSync(realpathSync(path), join(this.folder, name))
    }
    this.#write(`client/${SCRIPT}`, '')
    this.#write(`client/${STYLES}`, '')
    this.#write('inline.js', await makeInlineScript(this.#root))
    this.#write('figures.js', await makeFiguresScript(this.#root))
    const fonts = describeFonts(this.#root)
    if (fonts !== undefined) this.#write('fonts.json', fonts)
    await this.update()
    // Last: with the worker the frontend is complete.
    copyFileSync(join(import.meta.dirname, 'worker.mjs'), join(this.folder, 'dist/server/worker.mjs'))
  }

  /** Takes the current sources; returns whether they differ from those before. */
  async update() {
    const modules = await fetchModules(this.#server)
    this.#write('assets.json', JSON.stringify(manifestOf(modules)))
    return this.#write('server/modules.json', JSON.stringify({ entry: ENTRY, modules }))
  }

  /** Replaces a file at once, if its text differs; returns whether it does. */
  #write(name, text) {
    const path = join(this.folder, 'dist', name)
    if (existsSync(path) && readFileSync(path, 'utf8') === text) return false
    mkdirSync(dirname(path), { recursive: true })
    const beside = join(dirname(path), `.${process.pid}.tmp`)
    writeFileSync(beside, text)
    renameSync(beside, path)
    return true
  }
}

/** The manifest of a build without chunks: each component and catalog is the one script. */
function manifestOf(modules) {
  const keys = Object.keys(modules).flatMap((address) => {
    const component = /\/(site\/routes\/[^/]+\.tsx)$/.exec(address)?.[1]
    const catalog = /\/(locales\/[^/]+\/site\.po)$/.exec(address)?.[1]
    return component ?? (catalog === undefined ? [] : `../${catalog}`)
  })
  const others = keys.sort().map((key) => [key, { file: SCRIPT }])
  return Object.fromEntries([[CLIENT_ENTRY, { file: SCRIPT, css: [STYLES] }], ...others])
}
