// Calls of the studio, at its socket.

import { Agent, request } from 'node:http'

const HEADERS = { 'x-studio-user': 'bench@example.com', 'x-studio-roles': 'editor' }

export class StudioClient {
  agent = new Agent({ keepAlive: true })
  /** Path → the version that the last edit answered. */
  versions = new Map()

  constructor(socketPath) {
    this.socketPath = socketPath
  }

  /** The data of an answer. */
  async call(method, path, body) {
    const options = { socketPath: this.socketPath, agent: this.agent, method, path: `/api/studio${path}`, headers: HEADERS }
    const bytes = await new Promise((done, failed) => {
      const sent = request(options, async (answer) => done(Buffer.concat(await answer.toArray())))
      sent.on('error', failed).end(body === undefined ? undefined : JSON.stringify(body))
    })
    const { code, msg, data } = JSON.parse(bytes.toString())
    if (code !== 200) throw new Error(`${method} ${path}: ${msg}`)
    return data
  }

  /** Saves a change of a file, with the page in the answer. */
  async edit(set, path, change, page) {
    if (!this.versions.has(path)) this.versions.set(path, (await this.call('GET', `/sets/${set}/file?path=${path}`)).version)
    const saved = await this.call('POST', `/sets/${set}/edits`, { path, version: this.versions.get(path), edits: [change], page })
    if (!saved.saved) throw new Error(JSON.stringify(saved.problems))
    this.versions.set(path, saved.version)
  }
}
