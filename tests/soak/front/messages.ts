// Visitors who send a message now and then, again with the same key until it is answered, as the
// form does. Each message must be stored once, and its letter must arrive once.

import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { run } from '../../fixtures/stack.ts'
import { until } from '../../kit/until.ts'
import type { Disturbances } from './disturbances.ts'
import type { Stage } from './stage.ts'
import type { Visitors } from './visitors.ts'

/** A form of the sample that needs no file. */
const FORM = '/api/message/work'

/** Between two messages, in milliseconds. */
const EVERY = 4_000

/** Between two attempts to send a message, in milliseconds. */
const AGAIN = 1_000

/** A message is stored within so many attempts: as long as PostgreSQL is away, and more. */
const ATTEMPTS = 30

/** Seconds after the last message until all letters are there: some wait a minute for a retry. */
const LETTERS = 240

/**
 * Between the sending of a letter and the note of it in the database, in milliseconds. A letter
 * whose note failed is sent again with the same Message-ID: it is sent at least once.
 */
const NOTED = 3_000

export class Messages {
  /** Addresses of the senders whose message was answered as stored. */
  readonly sent: string[] = []
  readonly faults: string[] = []
  mailed = 0
  /** Letters that came twice because PostgreSQL went away before their sending was noted. */
  mailedAgain = 0
  private readonly stage: Stage
  private readonly visitors: Visitors
  private readonly disturbances: Disturbances

  constructor(stage: Stage, visitors: Visitors, disturbances: Disturbances) {
    this.stage = stage
    this.visitors = visitors
    this.disturbances = disturbances
  }

  /** Goes on for so many milliseconds. */
  async run(length: number): Promise<void> {
    const end = Date.now() + length
    const protocols = await this.visitors.client().ask('/api/web/protocol-config')
    const { data } = JSON.parse(protocols.body.toString()) as { data: { key: string; version: string }[] }
    const consent = data.find(({ key }) => key === 'privacy')?.version
    for (let nth = 1; Date.now() < end; nth += 1) {
      await this.send(`sender-${nth}@visitors.example`, consent)
      await setTimeout(EVERY)
    }
  }

  private async send(email: string, consent: unknown): Promise<void> {
    const fields = { kind: 'job', message: 'Bearings that need no oil at all', name: 'Lin', email }
    const body = { key: randomBytes(16).toString('hex'), fields, consent, website: '' }
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const reply = await this.visitors.timed('message', FORM, () =>
        this.visitors.client().ask(FORM, { body }),
      )
      if (reply?.status === 200) return void this.sent.push(email)
      await setTimeout(AGAIN)
    }
    this.faults.push(`the message of ${email} was not stored in ${ATTEMPTS} attempts`)
  }

  /** Waits for the letters, and compares them and the stored messages with those that were sent. */
  async compare(): Promise<void> {
    const { letters } = this.stage.mail
    const hasCome = () => new Set(letters.map(({ to }) => to))
    await until(async () => this.sent.every((email) => hasCome().has(email)), LETTERS).catch(() => {})
    const listed = run('origin', ['messages', 'list', '--json'], this.stage.database)
    const [code, stored] = [await listed.ended, listed.output()]
    if (code !== 0) this.faults.push(`origin messages list ended with ${code}: ${stored.slice(-500)}`)
    for (const email of this.sent) {
      const rows = stored.split(`"${email}"`).length - 1
      if (rows === 0) this.faults.push(`the message of ${email} is lost`)
      this.compareLetters(email)
    }
    this.mailed = this.sent.filter((email) => hasCome().has(email)).length
  }

  private compareLetters(email: string): void {
    const letters = this.stage.mail.letters.filter(({ to }) => to === email)
    const [first] = letters
    if (first === undefined) this.faults.push(`the letter to ${email} is lost`)
    if (first === undefined || letters.length === 1) return
    const isSame = letters.every(({ id }) => id === first.id)
    const wasAway = this.disturbances.wasDatabaseAway(first.at - NOTED, first.at + NOTED)
    if (isSame && wasAway) this.mailedAgain += letters.length - 1
    else
      this.faults.push(
        `${letters.length} letters to ${email}, at ${letters.map(({ at }) => new Date(at).toISOString()).join(', ')}`,
      )
  }
}
