// The origin's search: started on a separate core, asked over one connection.

import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { binary } from '../bench-generator/sites/portico.mjs'
import { cpuSeconds, memory, SERVER_CORE, start, stop } from '../bench-gateway/process.mjs'
import { freePort, listening } from '../bench-gateway/servers.mjs'

const PATIENCE_MS = 300_000
/** One client sends more requests here than a hundred people do. */
const LIMITS = '1000'

export class Searched {
  agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(folder, builds) {
    mkdirSync(folder, { recursive: true })
    Object.assign(this, { folder, builds })
  }

  /** Starts it; resolves with the seconds until the whole site can be searched, and their cost. */
  async start() {
    const port = await freePort()
    this.url = `http://127.0.0.1:${port}`
    const places = ['--builds', this.builds, '--var', this.folder, '--listen', `127.0.0.1:${port}`]
    const began = performance.now()
    this.child = start(SERVER_CORE, [binary('origin'), 'serve', ...places, '--client-limits', LIMITS])
    await listening(port)
    while ((await this.ask('en', 'a')).status === 503) {
      if (performance.now() - began > PATIENCE_MS) throw new Error('the origin made no index')
      await sleep(10)
    }
    return { seconds: (performance.now() - began) / 1000, cpu: cpuSeconds(this.child.pid), ...memory(this.child.pid) }
  }

  /** Asks all questions one after the other: `{times, cpu}`, in ms and in seconds. */
  async askAll(questions) {
    const before = cpuSeconds(this.child.pid)
    const times = []
    for (const { language, question } of questions) {
      const began = performance.now()
      const { status } = await this.ask(language, question)
      times.push(performance.now() - began)
      if (status !== 200) throw new Error(`\`${question}\` is answered ${status}`)
    }
    return { times, cpu: cpuSeconds(this.child.pid) - before }
  }

  ask(language, question) {
    const options = { agent: this.agent, headers: { language: language.slice(0, 2) } }
    return new Promise((done, fail) => {
      const request = get(`${this.url}/api/search?q=${encodeURIComponent(question)}`, options, (response) => {
        response.resume().on('end', () => done({ status: response.statusCode }))
      })
      request.on('error', fail)
    })
  }

  /** Bytes of memory, now and at most, and of the index. */
  sizes() {
    return { ...memory(this.child.pid), index: bytesUnder(join(this.folder, 'search')) }
  }

  stop() {
    this.agent.destroy()
    void stop(this.child)
  }
}

const bytesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
