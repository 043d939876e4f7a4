// Sends changes one after another: one request is under way, and of the values that wait for the
// same place the last one wins. A lost network is tried again, with growing pauses.

import { CallError } from '../api.ts'

/** Pause after a change, so that one key press makes one request, in milliseconds. */
const GATHER = 40
/** First and longest pause before a request is tried again, in milliseconds. */
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000

/** State of the queue: no change waits, one is under way, or the network is lost. */
export type QueueState = 'idle' | 'sending' | 'offline'

/** Listeners of a queue. */
export type QueueEvents = {
  onState: (state: QueueState) => void
  /** The server refused the change of `key`. */
  onRefusal: (key: string, refusal: CallError) => void
}

/** Changes that wait, by the place that they change. */
export class SendQueue {
  readonly #waiting = new Map<string, () => Promise<void>>()
  readonly #events: QueueEvents
  #isRunning = false
  #isHeld = false
  #wake: (() => void) | undefined

  constructor(events: QueueEvents) {
    this.#events = events
  }

  /** Sends a change of a place, in place of one that still waits. */
  put(key: string, send: () => Promise<void>): void {
    this.#waiting.set(key, send)
    if (!this.#isRunning && !this.#isHeld) void this.#run()
  }

  /** Whether a change of the place waits. */
  has(key: string): boolean {
    return this.#waiting.has(key)
  }

  /** Takes back the change of a place that waits. */
  drop(key: string): void {
    this.#waiting.delete(key)
  }

  /** Stops sending until `release`. */
  hold(): void {
    this.#isHeld = true
  }

  /** Continues after `hold`. */
  release(): void {
    this.#isHeld = false
    if (!this.#isRunning && this.#waiting.size > 0) void this.#run()
  }

  /** Tries at once, without the rest of a pause. */
  retry(): void {
    this.#wake?.()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    this.#events.onState('sending')
    await this.#pause(GATHER)
    let pause = FIRST_PAUSE
    for (let next = this.#first(); next !== undefined && !this.#isHeld; next = this.#first()) {
      const isSent = await this.#send(...next)
      if (isSent) {
        pause = FIRST_PAUSE
        continue
      }
      this.#events.onState('offline')
      await this.#pause(pause)
      this.#events.onState('sending')
      pause = Math.min(2 * pause, LONGEST_PAUSE)
    }
    this.#isRunning = false
    this.#events.onState('idle')
  }

  #first(): [string, () => Promise<void>] | undefined {
    return this.#waiting.entries().next().value
  }

  /** False if there was no answer: the change waits again, unless a later one does. */
  async #send(key: string, send: () => Promise<void>): Promise<boolean> {
    this.#waiting.delete(key)
    try {
      await send()
    } catch (error) {
      const refusal = error instanceof CallError ? error : new CallError(-1, String(error), null)
      if (refusal.status !== 0 && refusal.status < 500) this.#events.onRefusal(key, refusal)
      else {
        if (!this.#waiting.has(key)) this.#waiting.set(key, send)
        return false
      }
    }
    return true
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        done()
      }
    })
  }
}
