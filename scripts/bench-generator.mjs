// Called by scripts/bench: builds a site of synthetic articles three times and prints what it cost.
//
// The site is the sample site with its news replaced by the corpus: every article is a page with related articles, lists have
// pages, and the other pages are there as well. Wall is until the build is live; compressed files are made behind it
// and are the last row. CPU is user and system time of the generator and its workers; memory is the sum of their proportional set sizes.

import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const { values } = parseArgs({ options: { articles: { type: 'string', default: '10000' }, corpus: { type: 'string' } } })
const folder = mkdtempSync('/dev/shm/portico-bench-')
const content = join(folder, 'content')
const binary = (name) => join(root, 'target/release', name)

const children = []
process.on('exit', () => {
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

cpSync(join(root, 'content'), content, { recursive: true })
for (const name of readdirSync(join(content, 'news'))) if (name !== '_schema.json') rmSync(join(content, 'news', name), { recursive: true })
// The cases and pages of the sample site may name news items in links; they are warnings here.
if (values.corpus) cpSync(values.corpus, join(content, 'news'), { recursive: true })
else execFileSync(process.execPath, [join(root, 'scripts/make-corpus.mjs'), '--out', join(content, 'news'), '--articles', values.articles], { stdio: ['ignore', 'inherit', 'inherit'] })
for (const name of ['builds', 'var']) mkdirSync(join(folder, name))

const url = await startGateway()
const options = ['--content', content, '--locales', join(root, 'locales'), '--frontend', join(root, 'frontend'), '--builds', join(folder, 'builds'), '--var', join(folder, 'var'), '--origin', url]

const rows = []
rows.push(await measure('clean build', ['--sidecars', 'never']))
rows.push(await measure('nothing changed', ['--sidecars', 'never']))
const slug = readdirSync(join(content, 'news')).filter((name) => name !== '_schema.json').sort()[17]
const article = join(content, 'news', slug, 'en.md')
writeFileSync(article, `${readFileSync(article, 'utf8')}\nOne more sentence.\n`)
rows.push(await measure('one article’s text edited', ['--sidecars', 'never']))

const [cpu] = cpus()
console.log(`\n${cpus().length} × ${cpu.model}, ${Math.round(totalmem() / 2 ** 30)} GiB; Node ${process.versions.node}; output on tmpfs; ${new Date().toISOString().slice(0, 10)}`)
console.log('| step | pages | rendered | wall s | CPU s | pages/s | peak memory MB | files | shards |')
console.log('|---|---|---|---|---|---|---|---|---|')
for (const { name, report, wall, cpuSeconds, peak } of rows) {
  const rate = report.rendered > 0 ? Math.round(report.rendered / wall) : ''
  console.log(`| ${name} | ${report.pages} | ${report.rendered} | ${wall.toFixed(2)} | ${cpuSeconds.toFixed(2)} | ${rate} | ${Math.round(peak / 1e6)} | ${report.filesWritten} | ${report.shards[0]} of ${report.shards[1]} |`)
}
console.log(`\nchanged by the edit: ${rows[2].report.changed.map((page) => `${page.path} (${page.kind})`).join(', ')}`)
process.exit(0)

async function startGateway() {
  const gateway = spawn(binary('gateway'), ['serve', '--listen', '127.0.0.1:0', '--builds', join(folder, 'builds'), '--var', join(folder, 'var'), '--origin', 'embedded'], { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(gateway)
  for await (const chunk of gateway.stdout) {
    const match = String(chunk).match(/Listening at (\S+)/)
    if (match) return match[1]
  }
  throw new Error('the gateway did not start')
}

/** Runs one build under bash's `time`, which counts the workers too, and samples the memory of the whole tree. */
async function measure(name, extra) {
  const report = join(folder, 'report.json')
  const command = 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>"$LOG"'
  const log = join(folder, 'log.txt')
  const child = spawn('bash', ['-c', command, 'bash', binary('generator'), 'build', ...options, ...extra, '--report', report], { env: { ...process.env, LOG: log }, stdio: ['ignore', 'ignore', 'pipe'] })
  let timing = ''
  child.stderr.on('data', (chunk) => (timing += chunk))
  let peak = 0
  const sampler = setInterval(() => (peak = Math.max(peak, treeMemory(child.pid))), 100)
  const code = await new Promise((done) => child.on('close', done))
  clearInterval(sampler)
  if (code !== 0) throw new Error(`${name}: the build ended with ${code}\n${readFileSync(log, 'utf8').slice(-3000)}`)
  const [wall, user, system] = timing.trim().split(/\s+/).map(Number)
  return { name, wall, cpuSeconds: user + system, peak, report: JSON.parse(readFileSync(report, 'utf8')) }
}

/** Bytes of a process and its descendants, shared pages counted once. */
function treeMemory(pid) {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const own = Number(rollup.match(/^Pss:\s+(\d+) kB/m)?.[1] ?? 0) * 1024
    const tasks = readdirSync(`/proc/${pid}/task`)
    const nested = tasks.flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean))
    return nested.reduce((sum, child) => sum + treeMemory(Number(child)), own)
  } catch {
    // The process ended between two reads.
    return 0
  }
}
