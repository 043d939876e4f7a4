// The check of types in development: after each edit, with the types of the content. A site without
// the compiler has no problems here; that is reported once.

import { join } from 'node:path'
import { findCompiler, NO_TYPES } from '../../bin/checks.mjs'
import { placeIn } from './frames.mjs'

export class TypeCheck {
  #frontend
  #children
  /** Number of the last check; an older one has no result. */
  #number = 0
  /** Whether it was reported that types are not checked. */
  #hasNoted = false
  #last = Promise.resolve()

  constructor(frontend, children) {
    this.#frontend = frontend
    this.#children = children
  }

  /** Writes the types of the content, from its schemas. */
  async writeContentTypes() {
    const { code, output } = await this.#children.runNode(this.#frontend, join(import.meta.dirname, '../content-types.mjs'))
    if (code !== 0) process.stderr.write(output)
  }

  /** The problems of all sources; undefined if a newer check takes its place. */
  check() {
    this.#number += 1
    const number = this.#number
    const result = this.#last.then(async () => {
      if (number !== this.#number) return undefined
      await this.writeContentTypes()
      const compiler = findCompiler(this.#frontend)
      if (compiler === undefined) return this.#noteAbsence()
      const { output } = await this.#children.runNode(this.#frontend, compiler, '-p', '.', '--pretty', 'false')
      return this.#children.isStopping ? undefined : readProblems(output, this.#frontend)
    })
    this.#last = result
    return result
  }

  #noteAbsence() {
    if (!this.#hasNoted) process.stdout.write(`${NO_TYPES}\n`)
    this.#hasNoted = true
    return []
  }
}

/** Lines such as `site/routes/home.tsx(3,14): error TS2322: …`. */
function readProblems(output, frontend) {
  const lines = output.matchAll(/^(\S+)\((\d+),(\d+)\): error (TS\d+: .*)$/gm)
  return [...lines].map(([, name, line, column, message]) => ({
    severity: 'error',
    place: placeIn(join(frontend, '..'), join(frontend, name), Number(line), Number(column)),
    message,
  }))
}
