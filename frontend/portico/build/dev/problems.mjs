// The known problems of the sources: each is reported once in the terminal, and the first is shown
// in the browser until it is mended.

import { frameOf } from './frames.mjs'

export class ProblemList {
  #server
  /** Problems by the check that found them. */
  #found = new Map()
  #reported = new Set()
  #shown

  /** The problems that are shown by `server`. */
  constructor(server) {
    this.#server = server
    server.onUpdate(() => this.#shown && server.showError(this.#shown))
    server.onTab((tab) => this.#shown && tab.send(JSON.stringify({ type: 'error', err: this.#shown })))
  }

  /** Replaces the problems that a check found: `modules`, `types` or `pages`. */
  replace(name, problems) {
    this.#found.set(name, problems)
    const all = this.#list()
    const lines = new Set(all.map(lineOf))
    for (const line of lines) if (!this.#reported.has(line)) process.stderr.write(`${line}\n`)
    this.#reported = lines
    this.#show(all.find(({ severity }) => severity === 'error'))
  }

  /**
   * All problems; a file that is no module has no types either. A page that fails comes before
   * wrong types: it cannot be seen.
   */
  #list() {
    const { modules = [], types = [], pages = [] } = Object.fromEntries(this.#found)
    const broken = new Set(modules.map(({ place }) => place?.path))
    return [...modules, ...pages, ...types.filter(({ place }) => !broken.has(place.path))]
  }

  /** Shows a problem; a tab without one starts anew, because its page may have failed. */
  #show(problem) {
    const err = problem && describe(problem)
    const isSame = JSON.stringify(err) === JSON.stringify(this.#shown)
    this.#shown = err
    if (err !== undefined && !isSame) this.#server.showError(err)
    if (err === undefined && !isSame) this.#server.reload()
  }
}

function lineOf({ severity, place, message }) {
  return `${severity}: ${place === undefined ? '' : `${placeOf(place)}: `}${message}`
}

const placeOf = ({ name, line, column }) => [name, line, column].filter((part) => part !== undefined).join(':')

/** A problem as Vite's page shows it. */
function describe({ place, message }) {
  const err = { message, stack: '' }
  if (place === undefined) return err
  const { path, line, column } = place
  if (line === undefined) return { ...err, id: path }
  return { ...err, id: path, loc: { file: path, line, column: column ?? 1 }, frame: frameOf(place) }
}
