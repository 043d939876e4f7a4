// The frontend's build in `portico run`: made if the sources differ from the last built ones. Its
// warnings are shown, and types are checked afterwards where the site has the compiler.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCompiler, NO_TYPES } from './checks.mjs'
import { sumSources } from './sources.mjs'

export class FrontendBuild {
  #site
  #frontend
  #children
  /** Sum of the sources of the last build, successful or not. */
  #tried = ''
  /** Whether it was reported that types are not checked. */
  #hasNoted = false
  #last = Promise.resolve()

  constructor(site, frontend, children) {
    this.#site = site
    this.#frontend = frontend
    this.#children = children
  }

  /** Builds after an edit, one build after the other. */
  follow() {
    this.#last = this.#last.then(async () => {
      const isBuilt = await this.bringUpToDate()
      if (!isBuilt && !this.#children.isStopping)
        console.error('error: the frontend does not build; mend it, and the site follows')
    })
  }

  /**
   * Builds if the sources are not those of the last build; returns whether the frontend is built.
   */
  async bringUpToDate() {
    const sum = sumSources(this.#site)
    const stamp = join(this.#frontend, '.dist-sources')
    if (existsSync(join(this.#frontend, 'dist/server')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sum) {
      this.#tried = sum
      return true
    }
    if (this.#tried === sum) return false
    this.#tried = sum
    const started = performance.now()
    process.stdout.write('building the frontend\n')
    const { code, output } = await this.#children.runNode(this.#frontend, join(import.meta.dirname, 'portico.mjs'), 'build')
    if (this.#children.isStopping) return false
    if (code !== 0) {
      process.stderr.write(output)
      return false
    }
    writeFileSync(stamp, sum)
    process.stdout.write(`built the frontend in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
    for (const line of output.split('\n')) if (/^(warning|error): /.test(line)) console.error(line)
    this.#checkTypes()
    return true
  }

  /** Reports type errors. They stop no build: the site follows an edit at once. */
  async #checkTypes() {
    const compiler = findCompiler(this.#frontend)
    if (compiler === undefined) {
      if (!this.#hasNoted) process.stdout.write(`${NO_TYPES}\n`)
      this.#hasNoted = true
      return
    }
    const { code, output } = await this.#children.runNode(this.#frontend, compiler, '-p', '.')
    if (code === 0 || this.#children.isStopping) return
    process.stderr.write(`${output}warning: types are wrong, see above; the site was built all the same\n`)
  }
}
