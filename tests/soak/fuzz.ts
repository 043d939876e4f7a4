// Runs the targets of `tests/fuzz` one after the other, each for its share of the time, and prints
// what they did, with the sums over all runs. `scripts/soak fuzz` builds the program and runs this.
//
//   PORTICO_FUZZER         the program
//   PORTICO_FUZZ_SECONDS   seconds of the whole run (default 600)
//   PORTICO_FUZZ_TARGET    the only target; empty: all
//   PORTICO_FUZZ_JOBS      targets at a time (default 1)

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../fixtures/stack.ts'

type Sum = { executions: number; seconds: number; edges: number; findings: number }
type Run = Sum & { target: string; isFailed: boolean }

const program = process.env['PORTICO_FUZZER'] ?? ''
const seconds = Number(process.env['PORTICO_FUZZ_SECONDS'] ?? 600)
const only = process.env['PORTICO_FUZZ_TARGET'] ?? ''
const jobs = Number(process.env['PORTICO_FUZZ_JOBS'] ?? 1)

const seeds = join(root, 'tests/fuzz/seeds')
/** Texts that were found, inputs that broke a promise, and the sums: kept for the next run. */
const state = join(root, 'var/fuzz')
const sums = join(state, 'totals.json')

const targets = readdirSync(seeds).filter((name) => only === '' || name === only)
if (targets.length === 0) throw new Error(`no target \`${only}\`: tests/fuzz/seeds has ${readdirSync(seeds).join(', ')}`)
const share = Math.max(1, Math.floor((seconds * jobs) / targets.length))

const number = (text: string, pattern: RegExp) => Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0)
const folder = (kind: string, target: string) => join(state, kind, target)

/** One target; ends at its first finding. Earlier findings are read first: they must be mended. */
async function fuzz(target: string): Promise<Run> {
  for (const kind of ['corpus', 'findings']) mkdirSync(folder(kind, target), { recursive: true })
  const options = [`-max_total_time=${share}`, '-timeout=10', '-rss_limit_mb=2048', '-print_final_stats=1', `-artifact_prefix=${folder('findings', target)}/`]
  const inputs = [folder('corpus', target), join(seeds, target), folder('findings', target)]
  const before = new Set(readdirSync(folder('findings', target)))
  const began = Date.now()
  const child = spawn('nice', [program, ...options, ...inputs], { env: { ...process.env, RUST_BACKTRACE: '0', PORTICO_FUZZ_TARGET: target } })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-200_000)))
  child.stdout.resume()
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)))
  writeFileSync(join(state, `${target}.log`), output)
  const found = readdirSync(folder('findings', target)).filter((name) => !before.has(name))
  if (code !== 0) console.error(report(target, output, found))
  return {
    target,
    executions: number(output, /stat::number_of_executed_units: *(\d+)/g),
    seconds: (Date.now() - began) / 1_000,
    edges: number(output, / cov: (\d+)/g),
    findings: found.length,
    isFailed: code !== 0,
  }
}

/** The reason of a finding, and the command that replays it. */
function report(target: string, output: string, found: string[]) {
  const reason = output.match(/panicked at [^]*?(?=\nnote: |\n==\d)/)?.[0] ?? output.slice(-1_000)
  const file = found[0] ?? number(output, /(findings\/\S+)/g)
  const input = relative(root, join(folder('findings', target), String(file)))
  return `${target}: ${reason}\n  PORTICO_FUZZ_TARGET=${target} ${relative(root, program)} ${input}`
}

/** The sums over all runs, by target, with this one. */
function add({ target, executions, seconds, edges, findings }: Run) {
  const all = existsSync(sums) ? (JSON.parse(readFileSync(sums, 'utf8')) as Record<string, Sum>) : {}
  const last = all[target] ?? { executions: 0, seconds: 0, edges: 0, findings: 0 }
  all[target] = {
    executions: last.executions + executions,
    seconds: Math.round(last.seconds + seconds),
    edges: Math.max(last.edges, edges),
    findings: last.findings + findings,
  }
  writeFileSync(`${sums}.new`, `${JSON.stringify(all, null, 2)}\n`)
  renameSync(`${sums}.new`, sums)
  return all[target]
}

const cell = (value: number | string, width: number) => (typeof value === 'number' ? Math.round(value).toLocaleString('en') : value).padStart(width)
const line = (...[target, ...rest]: (number | string)[]) => [String(target).padEnd(12), ...rest.map((value) => cell(value, 14))].join(' ')

mkdirSync(state, { recursive: true })
console.log(`${targets.length} targets, ${share} s each, ${jobs} at a time`)
console.log(line('target', 'executions', 'per second', 'edges', 'findings', 'in all runs', 'findings'))
const waiting = [...targets]
let isFailed = false
async function work() {
  for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
    const run = await fuzz(target)
    const sum = add(run)
    isFailed ||= run.isFailed
    console.log(line(target, run.executions, run.executions / run.seconds, run.edges, run.findings, sum.executions, sum.findings))
  }
}
await Promise.all(Array.from({ length: jobs }, work))
process.exitCode = isFailed ? 1 : 0
