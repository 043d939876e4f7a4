// Visitors that request public pages, guarded pages and calls over TLS through HAProxy: as fast as
// they can, to measure the maximum, then at a fixed rate. Every answer is judged once the builds of
// its time are known.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { digest } from '../../fixtures/published.ts'
import { Client, type Connections, noConnections, type Reply } from './client.ts'
import type { Disturbances } from './disturbances.ts'
import { LARGE, type Stage } from './stage.ts'
import type { Timeline } from './timeline.ts'

export const KINDS = ['public', 'guarded', 'private', 'call', 'message', 'slow head', 'slow reader'] as const
export type Kind = (typeof KINDS)[number]

/** Clients, each with its own address and connections. */
const CLIENTS = 24

/** Requests at once when the maximum is measured. */
const CLOSED_LOOP = 48

/** More requests at once are not begun: the site is slower than the rate. */
const AT_ONCE = 500

/** Between two moments at which requests begin, in milliseconds. */
const TICK = 10

/** One of so many requests comes over a new connection. */
const FRESH = 25

/** An answer is judged so many milliseconds after it came. */
const JUDGED_AFTER = 2_000

/** Files for members, and those that have no address. */
type Access = 'guarded' | 'private'

type Result = { kind: Kind; path: string; start: number; end: number; reply?: Reply; error?: string }
type Count = { asked: number; failedByKill: number; unfinished: number; refusedWithoutDatabase: number; milliseconds: number[] }

export class Visitors {
  readonly connections: Connections = noConnections()
  readonly counts = new Map<Kind, Count>(
    KINDS.map((kind) => [kind, { asked: 0, failedByKill: 0, unfinished: 0, refusedWithoutDatabase: 0, milliseconds: [] }]),
  )
  readonly faults: string[] = []
  /** Requests that were not begun, because too many were open. */
  omitted = 0
  private readonly clients: Client[]
  private readonly timeline: Timeline
  private readonly disturbances: Disturbances
  private readonly random: () => number
  private readonly public: string[]
  private readonly closed: [path: string, access: Access][]
  private results: Result[] = []
  private open = 0

  constructor(stage: Stage, timeline: Timeline, disturbances: Disturbances, random: () => number) {
    this.clients = Array.from({ length: CLIENTS }, (_, nth) => new Client(stage.port, stage.ca, nth, this.connections))
    this.timeline = timeline
    this.disturbances = disturbances
    this.random = random
    this.public = timeline.paths().filter((path) => path !== LARGE)
    this.closed = closedPaths(stage.builds, timeline.published.live())
    if (this.public.length === 0 || !this.closed.some(([, access]) => access === 'guarded'))
      throw new Error('the site lacks public or guarded pages')
  }

  client(): Client {
    return this.any(this.clients)
  }

  private any<T>(of: T[]): T {
    return of[Math.floor(this.random() * of.length)] as T
  }

  /** One request of a kind that the mix decides. */
  private visit(): Promise<void> {
    const chance = this.random()
    if (chance < 0.08) {
      const [path, access] = this.any(this.closed)
      return this.ask(access, path)
    }
    if (chance < 0.16)
      return this.ask('call', this.any(['/api/web/system-config', '/api/web/protocol-config', '/api/auth/user-info']))
    return this.ask('public', this.any(this.public))
  }

  private async ask(kind: Kind, path: string): Promise<void> {
    const fresh = this.random() * FRESH < 1
    const client = this.client()
    await this.timed(kind, path, () => client.ask(path, { fresh }))
  }

  /** Notes the answer of a request. Returns it; none if it failed. */
  async timed(kind: Kind, path: string, ask: () => Promise<Reply>): Promise<Reply | undefined> {
    const start = Date.now()
    const note = (result: Partial<Result>) => this.results.push({ kind, path, start, end: Date.now(), ...result })
    try {
      const reply = await ask()
      note({ reply: { ...reply, body: kind === 'message' || kind === 'call' ? reply.body : Buffer.from(digest(reply.body)) } })
      return reply
    } catch (error) {
      note({ error: error instanceof Error && 'code' in error ? `${error.code} ${error.message}` : String(error) })
      return undefined
    }
  }

  /** Requests a second of visitors without pauses. */
  async maximum(milliseconds: number): Promise<number> {
    const end = Date.now() + milliseconds
    let asked = 0
    const visitor = async () => {
      for (; Date.now() < end; asked += 1) await this.visit()
    }
    await Promise.all(Array.from({ length: CLOSED_LOOP }, visitor))
    this.judge()
    for (const count of this.counts.values()) count.milliseconds = []
    return asked / (milliseconds / 1000)
  }

  /** Begins `rate` requests a second, whether earlier ones have been answered or not. */
  async pace(rate: number, milliseconds: number): Promise<void> {
    const began = Date.now()
    for (let due = 0, now = 0; now < milliseconds; now = Date.now() - began) {
      for (; due < (now / 1000) * rate; due += 1) this.begin()
      this.judge(Date.now() - JUDGED_AFTER)
      await setTimeout(TICK)
    }
    while (this.open > 0) await setTimeout(TICK)
  }

  private begin(): void {
    if (this.open >= AT_ONCE) {
      this.omitted += 1
      return
    }
    this.open += 1
    void this.visit().finally(() => (this.open -= 1))
  }

  /** Judges the answers that came before a moment. */
  judge(before = Infinity): void {
    const due = this.results.findIndex(({ end }) => end > before)
    for (const result of this.results.splice(0, due < 0 ? this.results.length : due)) {
      const count = this.counts.get(result.kind) as Count
      count.asked += 1
      const { reply, start, end } = result
      if (reply === undefined && this.disturbances.wasKilled(start, end)) count.failedByKill += 1
      else if (isUnfinishedHead(result) && this.disturbances.wasDrained(start, end)) count.unfinished += 1
      else if (isRefusedCall(result) && this.disturbances.wasDatabaseAway(start, end)) count.refusedWithoutDatabase += 1
      else this.faults.push(...this.faultsOf(result))
      if (reply !== undefined) count.milliseconds.push(end - start)
    }
  }

  private faultsOf({ kind, path, start, end, reply, error }: Result): string[] {
    const at = new Date(start).toISOString().slice(11, 23)
    if (reply === undefined) return [`${at} ${kind} ${path}: ${error} after ${end - start} ms`]
    const { status, headers, body } = reply
    const is = (...expected: number[]) =>
      expected.includes(status) ? [] : [`${at} ${kind} ${path}: ${status} ${body.subarray(0, 200)}`]
    if (kind === 'private') return is(404)
    if (kind === 'call') return is(path.endsWith('user-info') ? 401 : 200)
    if (kind === 'message') return is(200)
    if (kind === 'guarded')
      return [...is(302, 401), ...(String(headers['cache-control']).includes('no-store') ? [] : [`${at} ${path} may be kept`])]
    if (status !== 200) return is(200)
    const wrong = this.timeline.fault({ path, build: String(headers['x-build']), digest: body.toString(), start, end })
    return wrong === undefined ? [] : [`${at} ${kind} ${wrong}`]
  }

  close(): void {
    this.judge()
    for (const client of this.clients) client.close()
  }
}

/** Without its whole head a request is none that a gateway completes before its end. */
const isUnfinishedHead = ({ kind, reply }: Result) => kind === 'slow head' && reply === undefined

const isRefusedCall = ({ path, reply }: Result) => path.startsWith('/api/') && [502, 503, 504].includes(reply?.status ?? 0)

/** Pages and files of the live build that a guest may not see. */
function closedPaths(builds: string, id: string): [path: string, access: Access][] {
  const json = (relative: string) => JSON.parse(readFileSync(join(builds, relative), 'utf8'))
  const { shards } = json(`index/${id}.json`) as { shards: string[] }
  const entries = shards.flatMap((shard) =>
    Object.entries(json(`shards/${shard}.json`) as Record<string, { kind: string; access?: string }>),
  )
  return entries.flatMap(([path, { kind, access }]) =>
    kind === 'file' && (access === 'guarded' || access === 'private') ? [[path, access] as [string, Access]] : [],
  )
}
