// The builds that were live, and when: an answer is held against those that were live between its
// request's start and its end.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Published } from '../../fixtures/published.ts'

/** A gateway may show the build before for so long after a switch, in milliseconds. */
const LATE = 1000

/** Between two looks at the pointer to the live build, in milliseconds. */
const LOOK_EVERY = 25

/** An answer of a public file. `build` is the header `x-build`. */
export type Answer = { path: string; build: string; digest: string; start: number; end: number }

type Switch = { id: string; at: number }

export class Timeline {
  readonly published: Published
  /** Builds that are not whole, and other faults of the folder. */
  readonly faults: string[] = []
  private readonly switches: Switch[] = []
  private readonly pointer: string
  private readonly timer: NodeJS.Timeout
  private seen = 0

  constructor(builds: string) {
    this.published = new Published(builds)
    this.pointer = join(builds, 'latest.json')
    this.look()
    this.timer = setInterval(() => this.look(), LOOK_EVERY)
  }

  private look(): void {
    const at = statSync(this.pointer).mtimeMs
    if (at === this.seen) return
    this.seen = at
    const id = this.published.live()
    if (this.switches.at(-1)?.id === id) return
    this.switches.push({ id, at })
    this.faults.push(...this.published.look('new'))
  }

  /** Public paths of the live build with an address of their own. */
  paths(): string[] {
    return [...(this.published.files.get(this.published.live())?.keys() ?? [])].filter((path) => path !== '/')
  }

  stop(): void {
    this.look()
    clearInterval(this.timer)
  }

  get publishes(): number {
    return this.switches.length - 1
  }

  /** Why an answer is wrong; none if it is right. */
  fault({ path, build, digest, start, end }: Answer): string | undefined {
    const live = this.liveBetween(start, end)
    if (!live.includes(build)) return `${path}: of build ${build}, while ${live.join(', ')} was live`
    return this.published.files.get(build)?.get(path) === digest ? undefined : `${path}: bytes of another build than ${build}`
  }

  /** From the newest on: most answers are of a moment ago. */
  private liveBetween(start: number, end: number): string[] {
    const live: string[] = []
    for (let nth = this.switches.length - 1, until = Infinity; nth >= 0 && until + LATE >= start; nth -= 1) {
      const { id, at } = this.switches[nth] as Switch
      if (at <= end) live.push(id)
      until = at
    }
    return live
  }
}
