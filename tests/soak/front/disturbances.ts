// Restarts of gateways, PostgreSQL and the mail server, and SIGHUPs, one after the other at moments
// that a seed decides. Knows when failures are due.

import { setTimeout } from 'node:timers/promises'
import { NOTICED } from './haproxy.ts'
import type { Memory } from './memory.ts'
import type { Stage } from './stage.ts'

/** One of each deck comes after the other, shuffled; then the next deck. */
const DECK = ['drain', 'postgres', 'mail', 'hangup', 'drain', 'postgres', 'mail', 'kill', 'drain'] as const
export type Kind = (typeof DECK)[number]

/** The shortest and the longest pause between two, in milliseconds. */
const PAUSES = [4_000, 12_000] as const

/** PostgreSQL and the mail server are away for so long at most, in milliseconds. */
const AWAY = 4_000

/** After PostgreSQL is back the origin has new connections within this time, in milliseconds. */
const CONNECTED = 5_000

/** From this share of the run on the second gateway stays, so that one life shows a leak. */
const SECOND_STAYS_FROM = 1 / 3

type Window = { from: number; to: number }

export class Disturbances {
  readonly counts = new Map<Kind, number>()
  readonly faults: string[] = []
  private readonly kills: Window[] = []
  private readonly drains: Window[] = []
  private readonly databaseAway: Window[] = []
  private readonly stage: Stage
  private readonly memory: Memory
  private readonly random: () => number

  constructor(stage: Stage, memory: Memory, random: () => number) {
    this.stage = stage
    this.memory = memory
    this.random = random
  }

  /** Goes on for `length` milliseconds. */
  async run(length: number): Promise<void> {
    const began = Date.now()
    const left = () => began + length - Date.now()
    for (let deck: Kind[] = []; left() > PAUSES[1]; ) {
      await setTimeout(PAUSES[0] + this.random() * (PAUSES[1] - PAUSES[0]))
      if (deck.length === 0) deck = this.shuffled()
      const kind = deck.pop() as Kind
      const gateway = left() < (1 - SECOND_STAYS_FROM) * length || this.random() < 0.5 ? 0 : 1
      await this.disturb(kind, gateway)
      this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    }
  }

  private shuffled(): Kind[] {
    return DECK.map((kind) => ({ kind, at: this.random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ kind }) => kind)
  }

  private async disturb(kind: Kind, which: 0 | 1): Promise<void> {
    const { gateways, mail, postgres } = this.stage
    if (kind === 'drain' || kind === 'kill') return this.restart(which, kind)
    if (kind === 'hangup') return void gateways[which].running.child.kill('SIGHUP')
    const away = this.random() * AWAY
    if (kind === 'mail') {
      await mail.stop()
      await setTimeout(away)
      return mail.startAgain()
    }
    const window = { from: Date.now(), to: Infinity }
    this.databaseAway.push(window)
    postgres('stop')
    await setTimeout(away)
    postgres('start')
    window.to = Date.now() + CONNECTED
  }

  private async restart(which: 0 | 1, kind: 'drain' | 'kill'): Promise<void> {
    const gateway = this.stage.gateways[which]
    if (kind === 'kill') this.kills.push({ from: Date.now(), to: Date.now() + NOTICED })
    const from = Date.now()
    gateway.running.child.kill(kind === 'kill' ? 'SIGKILL' : 'SIGTERM')
    const code = await gateway.running.ended
    if (kind === 'drain') this.drains.push({ from, to: Date.now() })
    if (kind === 'drain' && code !== 0)
      this.faults.push(`the ${gateway.name} ended with ${code}: ${gateway.running.output().slice(-500)}`)
    await gateway.startAgain()
    this.memory.begin(gateway.name, gateway.running.child.pid)
    await setTimeout(2 * NOTICED)
  }

  /** Whether a gateway was killed during a request, which may have cut it. */
  wasKilled(start: number, end: number): boolean {
    return this.kills.some(({ from, to }) => start <= to && end >= from)
  }

  /** Whether a gateway came to its orderly end during a request. */
  wasDrained(start: number, end: number): boolean {
    return this.drains.some(({ from, to }) => start <= to && end >= from)
  }

  /** Whether PostgreSQL was away during a call, which may have been refused. */
  wasDatabaseAway(start: number, end: number): boolean {
    return this.databaseAway.some(({ from, to }) => start <= to && end >= from)
  }
}
