// Kills the generator while it builds, publishes, pushes, rolls back, prunes, holds content, guards
// pages and lets them expire, under live traffic on two gateways: one reads its builds, and one
// reads builds that are pushed to a folder. After every kill every file that the two folders lead
// to must be whole, no text that was taken back, guarded or has expired may be answered, and the
// next command must do its work. `scripts/soak kills` runs it.
//
//   PORTICO_KILLS   how many kills (default 500)
//   PORTICO_SEED    where the random numbers begin (default: the clock)

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomNumbers } from '../../scripts/bench-shared/random.mjs'
import { generatorOptions, root, run, startGateway, temporaryFolder } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'
import { type Moment, compiled, killedAt } from '../fixtures/faults.ts'
import { Published } from '../fixtures/published.ts'
import { Traffic } from './traffic.ts'

const WANTED = Number(process.env['PORTICO_KILLS'] ?? 500)
const SEED = Number(process.env['PORTICO_SEED'] ?? Date.now() % 2 ** 31)
const VISITORS = 2
/** Number of kills between two lines of progress. */
const LINE_EVERY = 25
/** Number of attempts between two checks of all builds of the histories. */
const LOOK_EVERY = 20

const fraction = randomNumbers(SEED)
/** A whole number below `limit`. */
const random = (limit: number) => Math.floor(fraction() * limit)

const folder = temporaryFolder()
const host = join(folder, 'host')
const content = join(folder, 'content')
const builds = ['--builds', join(folder, 'builds')]
const about = join(content, 'pages/about/en.md')
mkdirSync(join(folder, 'builds'))
mkdirSync(join(host, 'builds'), { recursive: true })
cpSync(join(root, 'content'), content, { recursive: true })
const original = readFileSync(about, 'utf8')
const elsewhere = join(content, 'news/duskline/en.md')
const news = readFileSync(elsewhere, 'utf8')
const secret = ['en', 'zh-CN'].map((locale) => join(content, `news/soak/${locale}.md`))
const build = (...more: string[]) => ['build', ...generatorOptions(folder, content, 'embedded'), ...more]
const push = ['push', join(host, 'builds'), ...builds]

const faults: string[] = []
const library = compiled(folder)

/** Runs a command that is not killed. */
async function whole(args: string[], codes = [0]): Promise<string> {
  const running = run('generator', args)
  const code = await running.ended
  if (code === null || !codes.includes(code)) faults.push(`generator ${args[0]} ended with ${code}: ${running.output().slice(-500)}`)
  return running.output()
}

let edits = 0
const edit = () => writeFileSync(about, `${original}\nEdit ${(edits += 1)}.\n`)

/** A text that no gateway may answer to a guest from now on, and where it was. */
type Closed = { path: string; words: string }
let closed: Closed[] = []

/** The faults in the gateway's answers to a guest. */
async function open(url: string): Promise<string[]> {
  const answers = closed.map(async ({ path, words }) => {
    const answer = await fetch(url + path, { redirect: 'manual' })
    return (await answer.text()).includes(words) ? [`${path} answers “${words}” again`] : []
  })
  return (await Promise.all(answers)).flat()
}

/** Writes an article of its own with these fields, in both languages. */
function writeSecret(fields: string, words: string) {
  mkdirSync(join(content, 'news/soak'), { recursive: true })
  const head = news.split('---')[1] ?? ''
  for (const file of secret) writeFileSync(file, `---\n${head.trim()}\n${fields}---\n\n${words}\n`)
}

/** Commands to kill, each after those that lead up to it. */
const operations: Record<string, () => Promise<string[]>> = {
  async build() {
    edit()
    return build('--sidecars', random(2) === 0 ? 'never' : 'before')
  },
  async publish() {
    edit()
    const staged = await whole(build('--sidecars', 'never', '--no-publish'))
    const id = staged.match(/\d{8}T\d{6}Z-[0-9a-f]{8}/)?.[0] ?? ''
    return ['publish', id, ...builds]
  },
  async rollback() {
    edit()
    await whole(build('--sidecars', 'never'))
    return ['rollback', '--reopen', ...builds]
  },
  async prune() {
    return ['prune', '--keep', '3', '--grace', '0', ...builds]
  },
  async push() {
    edit()
    await whole(build('--sidecars', 'never'))
    return push
  },
  // Taken back, then another file is edited: no part of it comes back.
  async hold() {
    edit()
    await whole(build('--sidecars', 'never'))
    const words = `Edit ${edits}.`
    await whole(['rollback', '--reopen', ...builds])
    closed = [{ path: '/en/about', words }]
    writeFileSync(elsewhere, `${news}\nAnother ${edits}.\n`)
    return build('--sidecars', 'never')
  },
  // Open, then guarded: no operation opens it again.
  async guard() {
    const words = `Secret ${(edits += 1)}.`
    edit()
    writeSecret('', words)
    await whole(build('--sidecars', 'never'))
    writeSecret('access: guarded\n', words)
    await whole(build('--sidecars', 'never'))
    closed = [{ path: '/en/news/soak', words }]
    return ['rollback', ...builds]
  },
  // Shown, then expired: no operation shows it again.
  async expire() {
    const words = `Over ${(edits += 1)}.`
    edit()
    writeSecret(`expireAt: ${new Date(Date.now() - 1000).toISOString()}\n`, words)
    await whole(build('--sidecars', 'never', '--now', new Date(Date.now() - 5000).toISOString()))
    await whole(build('--sidecars', 'never'))
    closed = [{ path: '/en/news/soak', words }]
    return ['rollback', ...builds]
  },
}

/** Commands that are refused, and end with 1 if they are not killed. */
const refused = new Set(['guard', 'expire'])

/**
 * Mostly between the steps of publishing, else anywhere; a command of fewer calls is not killed.
 */
const moment = (): Moment => (random(3) > 0 ? { calls: 'durable', nth: 1 + random(12) } : { calls: 'changing', nth: 1 + random(80) })

await whole(build())
await whole(push)
const [local, remote] = [new Published(join(folder, 'builds')), new Published(join(host, 'builds'))]
faults.push(...local.look('all'), ...remote.look('all'))
const paths = [...local.digests.keys()].filter((path) => path !== '/')
const gateways = await Promise.all([folder, host].map((place) => startGateway(place)))
await Promise.all(gateways.map(({ url }) => until(async () => (await fetch(`${url}/readyz`)).status === 200)))
const traffic = gateways.map(({ url }) => new Traffic(url, paths, VISITORS))

const counts = new Map<string, { killed: number; whilePublishing: number }>()
let [kills, whilePublishing] = [0, 0]
const names = Object.keys(operations)
const limit = 4 * WANTED
for (let attempt = 0; attempt < limit && (kills < WANTED || 2 * whilePublishing < WANTED); attempt += 1) {
  const name = names[random(names.length)] ?? 'build'
  closed = []
  const args = (await operations[name]?.()) ?? []
  const ended = await killedAt(moment(), args, library)
  const where = `${name}, killed before ${ended.call}`
  const expected = refused.has(name) ? 1 : 0
  if (ended.call === undefined && ended.code !== expected) faults.push(`${name} ended with ${ended.code}: ${ended.output.slice(-500)}`)
  const which = name === 'prune' || attempt % LOOK_EVERY === 0 ? 'all' : 'new'
  faults.push(...[...local.look(which), ...remote.look(which)].map((fault) => `${where}: ${fault}`))
  traffic[0]?.compare(local.digests)
  traffic[1]?.compare(remote.digests)
  if (closed.length > 0) {
    // A following command finishes the interrupted work, and makes no text public either.
    await whole(build('--sidecars', 'never'))
    const latest = readFileSync(join(folder, 'builds/latest.json'), 'utf8')
    const { id } = JSON.parse(latest) as { id: string }
    const url = gateways[0]?.url ?? ''
    await until(async () => (await fetch(`${url}/en/about`)).headers.get('x-build') === id)
    faults.push(...(await open(url)).map((fault) => `${where}: ${fault}`))
    await whole(['release', ...builds])
    rmSync(join(content, 'news/soak'), { recursive: true, force: true })
    writeFileSync(elsewhere, news)
  }
  if (ended.call === undefined) continue
  kills += 1
  if (ended.whilePublishing) whilePublishing += 1
  const count = counts.get(name) ?? { killed: 0, whilePublishing: 0 }
  counts.set(name, { killed: count.killed + 1, whilePublishing: count.whilePublishing + Number(ended.whilePublishing) })
  const found = faults.length + traffic.reduce((sum, { faults }) => sum + faults.length, 0)
  if (kills % LINE_EVERY === 0) console.log(`${kills} kills, ${whilePublishing} of them while publishing; ${found} faults`)
}

// Files that were left behind do not block later commands.
edit()
await whole(build())
await whole(push)
faults.push(...local.look('all'), ...remote.look('all'))
await Promise.all(traffic.map((visitors) => visitors.stop()))
traffic[0]?.compare(local.digests)
traffic[1]?.compare(remote.digests)
for (const { gateway } of gateways) gateway.child.kill('SIGTERM')
await Promise.all(gateways.map(({ gateway }) => gateway.ended))

const answers = traffic.reduce((sum, { answers }) => sum + answers, 0)
faults.push(...traffic.flatMap(({ faults }) => faults))
for (const [name, { killed, whilePublishing }] of counts) console.log(`${name.padEnd(8)} ${String(killed).padStart(4)} kills, ${whilePublishing} while publishing`)
console.log(`${kills} kills, ${whilePublishing} of them while publishing; ${answers} answers; ${faults.length} faults; seed ${SEED}`)
for (const fault of faults.slice(0, 20)) console.error(fault)
if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
else console.error(`the folder is kept: ${folder}`)
process.exitCode = faults.length === 0 && kills >= WANTED ? 0 : 1
