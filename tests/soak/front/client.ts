// A client over TLS with an address of its own, as a browser has it: it keeps connections, and asks
// again if the server closed a kept one just when it was used (RFC 9110, 9.2.2).

import { Agent, type RequestOptions, request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { HOST } from './stage.ts'

export type Reply = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** Counted over all clients. */
export type Connections = { opened: number; refused: number; again: number; certificates: Set<string> }

export const noConnections = (): Connections => ({ opened: 0, refused: 0, again: 0, certificates: new Set() })

/** In milliseconds. */
const PATIENCE = 15_000

export class Client {
  readonly options: RequestOptions
  private readonly agent: Agent
  private readonly connections: Connections

  /** `nth` makes the address: HAProxy's own is 127.0.0.1. */
  constructor(port: number, ca: string, nth: number, connections: Connections) {
    this.options = { host: '127.0.0.1', port, ca, servername: HOST, localAddress: `127.0.1.${1 + (nth % 250)}` }
    this.agent = new Agent({ keepAlive: true, maxSockets: 32 })
    this.connections = connections
  }

  /** `fresh`: over a new connection, whose handshake shows the certificate in use. */
  async ask(path: string, { fresh = false, body }: { fresh?: boolean; body?: unknown } = {}): Promise<Reply> {
    const once = await this.attempt(path, fresh, body)
    if (!('stale' in once)) return once
    this.connections.again += 1
    const twice = await this.attempt(path, true, body)
    if ('stale' in twice) throw new Error('a new connection is not stale')
    return twice
  }

  private attempt(path: string, fresh: boolean, body: unknown): Promise<Reply | { stale: true }> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      host: HOST,
      language: 'en',
      ...(text === undefined
        ? {}
        : { origin: `https://${HOST}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    return new Promise((done, failed) => {
      const asked = request({
        ...this.options,
        path,
        method: text === undefined ? 'GET' : 'POST',
        headers,
        agent: fresh ? false : this.agent,
        timeout: PATIENCE,
      })
      let isOpen = false
      asked.on('socket', (socket) => {
        isOpen = asked.reusedSocket
        if (isOpen) return
        socket.once('secureConnect', () => {
          isOpen = true
          this.connections.opened += 1
          // A resumed session shows none.
          const { serialNumber } = (socket as TLSSocket).getPeerCertificate() as { serialNumber?: string }
          if (serialNumber !== undefined) this.connections.certificates.add(serialNumber)
        })
      })
      asked.on('response', (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', failed)
        answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }))
      })
      asked.on('timeout', () => asked.destroy(new Error('no answer in time')))
      asked.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = asked.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
        if (isStale) return done({ stale: true })
        if (!isOpen) this.connections.refused += 1
        failed(error)
      })
      asked.end(text)
    })
  }

  close(): void {
    this.agent.destroy()
  }
}
