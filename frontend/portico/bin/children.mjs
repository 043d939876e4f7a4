// Processes that a command starts: each in a separate process group, and all end with the command,
// however it ends. A guard process ends them when the command can no longer do it itself.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { endGroups, signalGroup } from './groups.mjs'

export class Children {
  /** Processes by their id. */
  #running = new Map()
  #guard = spawn(process.execPath, [join(import.meta.dirname, 'guard.mjs')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  #isStopping = false

  constructor() {
    this.#guard.unref()
    this.#guard.stdin.on('error', () => {})
    this.#guard.stdin.unref?.()
  }

  /** Whether all of them are being ended. */
  get isStopping() {
    return this.#isStopping
  }

  /** Runs a script by Node in a folder; returns its exit code and its output. */
  runNode(folder, script, ...args) {
    const child = this.start(process.execPath, [script, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    const pieces = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => pieces.push(piece))
    return new Promise((end) => child.on('close', (code) => end({ code, output: Buffer.concat(pieces).toString() })))
  }

  /** Starts a program; a process that it leaves behind is ended with it. */
  start(program, args, options) {
    const child = spawn(program, args, { ...options, detached: true })
    const { pid } = child
    if (pid === undefined) return child
    this.#running.set(pid, child)
    this.#guard.stdin.write(`+${pid}\n`)
    child.on('exit', () => {
      signalGroup(pid, 'SIGTERM')
      this.#running.delete(pid)
      this.#guard.stdin.write(`-${pid}\n`)
    })
    return child
  }

  /** Ends all of them and the guard. */
  async stop() {
    this.#isStopping = true
    await endGroups([...this.#running.keys()])
    const ended = new Promise((end) => this.#guard.on('exit', end))
    if (this.#guard.exitCode !== null || this.#guard.signalCode !== null) return
    this.#guard.ref()
    this.#guard.stdin.end()
    await ended
  }
}
