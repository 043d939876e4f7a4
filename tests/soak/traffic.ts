// Visitors that request pages without pause. Their answers are compared with all files that were
// ever public, once those are known: an answer may be of a build that went live a moment ago.

import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { digest } from '../fixtures/published.ts'

/** Between two requests of a visitor, in milliseconds: the generator needs the processor, too. */
const PAUSE = 4

type Answer = { path: string; digest: string }

/** An address requested at random, over and over. */
export class Traffic {
  answers = 0
  readonly faults: string[] = []
  private open: Answer[] = []
  private goesOn = true
  private readonly visitors: Promise<void>[]
  private readonly agent = new Agent({ keepAlive: true })
  private readonly url: string

  /** `paths` exist in every build. */
  constructor(url: string, paths: string[], visitors: number) {
    this.url = url
    this.visitors = Array.from({ length: visitors }, async () => {
      while (this.goesOn) {
        await this.visit(paths[Math.floor(Math.random() * paths.length)] ?? '/')
        await setTimeout(PAUSE)
      }
    })
  }

  private async visit(path: string): Promise<void> {
    try {
      const { status, body } = await this.ask(path)
      this.answers += 1
      if (status === 200) this.open.push({ path, digest: digest(body) })
      else this.faults.push(`${path}: ${status}`)
    } catch (error) {
      if (this.goesOn) this.faults.push(`${path}: ${error}`)
    }
  }

  private ask(path: string): Promise<{ status: number | undefined; body: Buffer }> {
    return new Promise((done, failed) => {
      const request = get(`${this.url}${path}`, { agent: this.agent, timeout: 10_000 }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => done({ status: response.statusCode, body: Buffer.concat(chunks) }))
        response.on('error', failed)
      })
      request.on('timeout', () => request.destroy(new Error('no answer within ten seconds')))
      request.on('error', failed)
    })
  }

  /** Compares the answers since the last call with the public files. */
  compare(digests: Map<string, Set<string>>): void {
    const answers = this.open
    this.open = []
    const foreign = answers.filter(({ path, digest }) => !digests.get(path)?.has(digest))
    this.faults.push(...foreign.map(({ path }) => `${path}: bytes of no build`))
  }

  async stop(): Promise<void> {
    this.goesOn = false
    await Promise.all(this.visitors)
    this.agent.destroy()
  }
}
