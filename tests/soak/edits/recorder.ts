// The receivers of announcements as one server, with the limits that they document.

import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { chmodSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A key that is a file of the site. */
export const KEY = '0123456789abcdef'

/** List → the paths that were sent in it, each as often as it came, sorted. */
export type Lists = Record<ListName, string[]>
export const LISTS = ['indexnow', 'baidu', 'cloudflare', 'added', 'changed', 'ended'] as const
/** `added`, `changed` and `ended` are those of the webhook. */
export type ListName = (typeof LISTS)[number]

export const emptyLists = (): Lists => ({ indexnow: [], baidu: [], cloudflare: [], added: [], changed: [], ended: [] })

type Answer = { status: number; body?: unknown }

export class Recorder {
  private server: Server
  /** Public address of the site. */
  private readonly site: string
  private lists = emptyLists()
  /** Calls that no receiver would take. */
  readonly faults: string[] = []

  constructor(site: string) {
    this.site = site
    this.server = createServer((request, response) => void this.answer(request, response))
  }

  /** Listens, and writes the file that names the receivers. */
  async start(file: string): Promise<void> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening))
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
    const receivers = [
      { to: 'indexnow', key: KEY, url },
      { to: 'baidu', token: 's3cret', url },
      { to: 'cloudflare', zone: 'zone', token: 'token', url },
      { to: 'webhook', url: `${url}/hook`, secret: 'word' },
    ]
    writeFileSync(file, JSON.stringify(receivers))
    chmodSync(file, 0o600)
  }

  stop() {
    this.server.close()
    this.server.closeAllConnections()
  }

  /** The paths since the last time. */
  take(): Lists {
    const taken = this.lists
    this.lists = emptyLists()
    for (const paths of Object.values(taken)) paths.sort()
    return taken
  }

  private async answer(request: IncomingMessage, response: ServerResponse) {
    // A sender that gave up sends it again.
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    let answer: Answer
    try {
      answer = this.record(request.url ?? '', body)
    } catch (error) {
      answer = { status: 400, body: String(error) }
    }
    if (answer.status >= 400) this.faults.push(`${request.url} is refused with ${answer.status}: ${JSON.stringify(answer.body)}`)
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body))
  }

  private record(url: string, body: string): Answer {
    if (url === '/indexnow') {
      const { host, key, urlList } = JSON.parse(body) as { host: string; key: string; urlList: string[] }
      if (host !== new URL(this.site).host || key !== KEY) return { status: 403 }
      return this.keep({ indexnow: urlList }, 10_000, { status: 200 }, { status: 422 })
    }
    if (url === `/urls?site=${this.site}&token=s3cret`) {
      const addresses = body.split('\n').filter(Boolean)
      const taken = { status: 200, body: { remain: 1_000_000_000, success: addresses.length } }
      return this.keep({ baidu: addresses }, 2_000, taken, { status: 400, body: { error: 400, message: 'too many' } })
    }
    if (url === '/client/v4/zones/zone/purge_cache') {
      const { files } = JSON.parse(body) as { files: string[] }
      return this.keep(
        { cloudflare: files },
        30,
        { status: 200, body: { success: true } },
        { status: 400, body: { success: false } },
      )
    }
    if (url === '/hook') {
      const { added, changed, ended } = JSON.parse(body) as { added: string[]; changed: string[]; ended: string[] }
      return this.keep({ added, changed, ended }, 1_000, { status: 204 }, { status: 413 })
    }
    return { status: 404 }
  }

  private keep(lists: Partial<Lists>, most: number, taken: Answer, refused: Answer): Answer {
    if (Object.values(lists).flat().length > most) return refused
    for (const [name, addresses] of Object.entries(lists))
      this.lists[name as ListName].push(...addresses.map((address) => this.pathOf(address)))
    return taken
  }

  /** The path of an address of the site; another host's address stays whole, and is a fault. */
  private pathOf(address: string): string {
    return address.startsWith(`${this.site}/`) ? decodeURI(address.slice(this.site.length)) : address
  }
}
