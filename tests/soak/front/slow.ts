// Slow clients: one sends the head of its request byte by byte, one reads its answer in small
// pieces, one never finishes its head, and must be cut off.

import { setTimeout } from 'node:timers/promises'
import { type TLSSocket, connect } from 'node:tls'
import { once } from 'node:events'
import type { Reply } from './client.ts'
import { HOST, LARGE, type Stage } from './stage.ts'
import type { Visitors } from './visitors.ts'

/** Between two bytes of a head, in milliseconds. */
const BYTE_EVERY = 60

/** Bytes that a slow reader takes in a millisecond: eight seconds for the large file. */
const READS = 500

/** A connection without a whole head lives no longer, in milliseconds: the gateway permits 20 s. */
const CUT_AFTER = 30_000

/** Clients of each sort at once. */
const EACH = 3

export class SlowClients {
  readonly faults: string[] = []
  /** Connections that never sent a whole head, and were ended. */
  cutOff = 0
  private readonly stage: Stage
  private readonly visitors: Visitors
  private readonly paths: string[]
  private goesOn = true
  private readonly clients: Promise<void>[] = []

  constructor(stage: Stage, visitors: Visitors, paths: string[]) {
    this.stage = stage
    this.visitors = visitors
    this.paths = paths
    for (let nth = 0; nth < EACH; nth += 1) {
      this.clients.push(
        this.repeat(() => this.sendSlowly(nth)),
        this.repeat(() => this.readSlowly()),
      )
    }
    this.clients.push(this.repeat(() => this.neverFinish()))
  }

  private async repeat(once: () => Promise<void>): Promise<void> {
    while (this.goesOn) {
      await once()
      await setTimeout(500)
    }
  }

  async stop(): Promise<void> {
    this.goesOn = false
    await Promise.all(this.clients)
  }

  private async connected(): Promise<TLSSocket> {
    const { options } = this.visitors.client()
    const socket = connect({
      host: '127.0.0.1',
      port: this.stage.port,
      ca: this.stage.ca,
      servername: HOST,
      ALPNProtocols: ['http/1.1'],
      localAddress: options.localAddress,
    } as object)
    await once(socket, 'secureConnect')
    return socket
  }

  private async sendSlowly(nth: number): Promise<void> {
    const path = this.paths[(nth * 7919) % this.paths.length] ?? '/about'
    await this.visitors.timed('slow head', path, async () => {
      const socket = await this.connected()
      const answer = collected(socket)
      answer.catch(() => {})
      for (const byte of head(path)) {
        socket.write(byte)
        await setTimeout(BYTE_EVERY)
      }
      return parsed(await answer)
    })
  }

  private async readSlowly(): Promise<void> {
    await this.visitors.timed('slow reader', LARGE, async () => {
      const socket = await this.connected()
      socket.write(head(LARGE))
      return parsed(await collected(socket, READS))
    })
  }

  private async neverFinish(): Promise<void> {
    const start = Date.now()
    const socket = await this.connected().catch(() => undefined)
    if (socket === undefined) return
    const ended = collected(socket).catch(() => undefined)
    let isEnded = false
    void ended.then(() => (isEnded = true))
    for (const byte of head('/about').slice(0, -2)) {
      if (isEnded || Date.now() - start > CUT_AFTER) break
      socket.write(byte)
      await setTimeout(1_000)
    }
    if (isEnded) this.cutOff += 1
    else this.faults.push(`a head that is never finished kept its connection for ${Date.now() - start} ms`)
    socket.destroy()
  }
}

const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`

/** All bytes until the end, at most so many in a millisecond. */
async function collected(socket: TLSSocket, rate = Infinity): Promise<Buffer> {
  const parts: Buffer[] = []
  const failed = new Promise<never>((_, failed) => socket.once('error', failed))
  const read = async () => {
    for await (const part of socket) {
      parts.push(part as Buffer)
      if (rate < Infinity) await setTimeout((part as Buffer).length / rate)
    }
  }
  await Promise.race([read(), failed])
  return Buffer.concat(parts)
}

/** A whole answer of HTTP/1.1 with a length. */
function parsed(bytes: Buffer): Reply {
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = bytes.subarray(end + 4)
  if (end < 0 || (first.includes(' 200 ') && body.length !== Number(headers['content-length'])))
    throw new Error(`cut after ${bytes.length} bytes`)
  return { status: Number(first.split(' ')[1]), headers, body }
}
