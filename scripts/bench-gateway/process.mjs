// A server under test: a process on a core of its own, and its cost.

import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'

/** The servers' core and the core of everything else: clients, upstream. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1
/** `sysconf(_SC_CLK_TCK)`: 100 on Linux. */
const TICKS_PER_SECOND = 100

/** Starts `argv` on a core; its standard error is written to the file `log`. */
export function start(core, argv, { env = {}, log = '/dev/null', stdout = 'ignore' } = {}) {
  const errors = openSync(log, 'a')
  const child = spawn('taskset', ['-c', String(core), ...argv], {
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout, errors],
  })
  closeSync(errors)
  return child
}

/** Ends a process and waits until it is gone. */
export async function stop(child) {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill()
  await gone
}

/** Seconds of processor time that a process and its child processes have used so far. */
export function cpuSeconds(pid) {
  return family(pid).reduce((sum, member) => sum + ticks(member), 0) / TICKS_PER_SECOND
}

/**
 * Bytes of memory, now and at most: pages shared between processes of one server are counted once.
 */
export function memory(pid) {
  const of = (member, file, field) => {
    const text = readFileSync(`/proc/${member}/${file}`, 'utf8')
    return Number(text.match(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm'))?.[1] ?? 0) * 1024
  }
  const members = family(pid)
  const now = members.reduce((sum, member) => sum + of(member, 'smaps_rollup', 'Pss'), 0)
  // The peak of each, shared pages in all of them: exact for one process, a little too much for
  // several.
  const peak = members.reduce((sum, member) => sum + of(member, 'status', 'VmHWM'), 0)
  return { now, peak }
}

function family(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const children = tasks.flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  )
  return [pid, ...children.flatMap((child) => family(Number(child)))]
}

/** User and system time, of threads that ended as well. */
function ticks(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name is in brackets and may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}
