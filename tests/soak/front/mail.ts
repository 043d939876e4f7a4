// A mail server that can be stopped and started at the same port: aiosmtpd. It keeps no mail; each
// message that it accepted is in `letters`.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../fixtures/nginx.ts'
import { root } from '../../fixtures/stack.ts'

const PROGRAM = join(root, 'origin/tests/smtp_server.py')

/** A letter, when it was accepted, and its Message-ID. */
export type Letter = { to: string; id: string; at: number }

export class MailServer {
  readonly letters: Letter[] = []
  readonly port: number
  private process: ChildProcess

  private constructor(port: number, process: ChildProcess) {
    this.port = port
    this.process = process
  }

  static async start(): Promise<MailServer> {
    const port = await freePort()
    const server = new MailServer(port, run(port))
    await server.listen()
    return server
  }

  private async listen() {
    const { stdout } = this.process
    if (stdout === null) throw new Error('the mail server has no output')
    const lines = createInterface(stdout)
    const listens = once(lines, 'line')
    lines.on('line', (line) => this.note(line))
    const ends = once(this.process, 'exit').then(([code]) => {
      throw new Error(`the mail server ended with ${code}`)
    })
    await Promise.race([listens, ends])
    ends.catch(() => {})
  }

  private note(line: string) {
    if (!line.startsWith('{')) return
    const { to = [], message = '' } = JSON.parse(line) as { to?: string[]; message?: string }
    const id = message.match(/^Message-ID:\s*(\S+)/im)?.[1] ?? ''
    this.letters.push(...to.map((address) => ({ to: address, id, at: Date.now() })))
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit')
    this.process.kill('SIGTERM')
    await ended
  }

  async startAgain(): Promise<void> {
    this.process = run(this.port)
    await this.listen()
  }
}

// It ends with its input.
const run = (port: number) =>
  spawn(join(root, 'tests/.venv/bin/python'), [PROGRAM, '--port', String(port)], { stdio: ['pipe', 'pipe', 'inherit'] })
