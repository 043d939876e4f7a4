// Runs a command and reports its cost, its child processes included.

import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'

const SAMPLE_MS = 100
/**
 * Reading the memory map of a large process takes long and stops it meanwhile: at most so much of
 * the time.
 */
const SAMPLE_SHARE = 0.02

/**
 * Wall and CPU seconds by bash's `time`; with `withMemory` the peak of the sum of proportional set
 * sizes, in bytes, which slows the command a little. `log` gets its output.
 */
export async function measure({ argv, cwd, env = {} }, log, withMemory = false) {
  const command = 'TIMEFORMAT="%R %U %S"; time "$@" >&3 2>&3'
  const out = openSync(log, 'w')
  const child = spawn('bash', ['-c', command, 'bash', ...argv], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', out],
  })
  closeSync(out)
  let timing = ''
  child.stderr.on('data', (chunk) => (timing += chunk))
  const memory = withMemory ? watchMemory(child.pid) : undefined
  const code = await new Promise((done) => child.on('close', done))
  const peak = memory?.stop()
  if (code !== 0) throw new Error(`\`${argv.join(' ')}\` ended with ${code}:\n${readFileSync(log, 'utf8').slice(-3000)}`)
  const [wall, user, system] = timing.trim().split(/\s+/).slice(-3).map(Number)
  return { wall, cpu: user + system, peak }
}

/** Samples the memory of a process and its descendants until `stop`, which returns the peak. */
export function watchMemory(pid) {
  let peak = 0
  let timer
  const sample = () => {
    const start = performance.now()
    peak = Math.max(peak, treeMemory(pid))
    timer = setTimeout(sample, Math.max(SAMPLE_MS, (performance.now() - start) / SAMPLE_SHARE))
  }
  sample()
  return {
    stop() {
      clearTimeout(timer)
      return peak
    },
  }
}

/** Bytes of a process and its descendants, shared pages counted once. */
function treeMemory(pid) {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const own = Number(rollup.match(/^Pss:\s+(\d+) kB/m)?.[1] ?? 0) * 1024
    const tasks = readdirSync(`/proc/${pid}/task`)
    const nested = tasks.flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
    )
    return nested.reduce((sum, child) => sum + treeMemory(Number(child)), own)
  } catch {
    // The process ended between two reads.
    return 0
  }
}
