// The check of types in development: after each edit, with the types of the content.

import { join } from 'node:path'
import { placeIn } from './frames.mjs'

export class TypeCheck {
  #frontend
  #children
  /** Number of the last check; an older one has no result. */
  #number = 0
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
      const { output } = await this.#children.runNode(
        this.#frontend,
        join(this.#frontend, 'node_modules/typescript/bin/tsc'),
        '-p',
        '.',
        '--pretty',
        'false',
      )
      return this.#children.isStopping ? undefined : readProblems(output, this.#frontend)
    })
    this.#last = result
    return result
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
