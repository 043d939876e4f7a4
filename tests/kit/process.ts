// Processes with their output kept.

import { type ChildProcess, spawn } from 'node:child_process'

/** A process with its output kept. */
export type Running = {
  child: ChildProcess
  /** Its whole output so far. */
  output(): string
  /**
   * Resolves with the first match of `pattern` from `offset` on; rejects when the process ends
   * first.
   */
  until(pattern: RegExp, offset?: number): Promise<RegExpMatchArray>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/**
 * Starts any program. A journey that needs a separate database names it; the one that the tests
 * were started with is not for every journey.
 */
export function start(program: string, args: string[], environment: Record<string, string> = {}, folder?: string): Running {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(program, args, { cwd: folder, env: { ...inherited, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const listeners = new Set<() => void>()
  const grow = (chunk: Buffer) => {
    text += chunk.toString()
    for (const listener of listeners) listener()
  }
  child.stdout?.on('data', grow)
  child.stderr?.on('data', grow)
  const ended = new Promise<number | null>((done) => {
    child.on('close', (code) => done(code))
    child.on('error', (error) => {
      text += String(error)
      done(null)
    })
  })
  const until = (pattern: RegExp, offset = 0) =>
    new Promise<RegExpMatchArray>((found, failed) => {
      const look = () => {
        const match = text.slice(offset).match(pattern)
        if (match) {
          listeners.delete(look)
          found(match)
        }
      }
      listeners.add(look)
      look()
      ended.then((code) => failed(new Error(`${program} ended with ${code} before it said ${pattern}:\n${text.slice(-4000)}`)))
    })
  return { child, output: () => text, until, ended }
}
