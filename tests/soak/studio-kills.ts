// A `watch` that is killed at random moments while its studio saves and publishes: no text that was
// answered as saved may be lost, and visitors never see half of a change set. `scripts/soak studio`
// runs it.
//
//   PORTICO_KILLS   how many kills (default 200)
//   PORTICO_SEED    seed of the moments

import { cpSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { randomNumbers } from '../../scripts/bench-shared/random.mjs'
import { buildSite, generatorOptions, root, run, startGateway, temporaryFolder } from '../fixtures/stack.ts'
import { type Running } from '../kit/process.ts'
import { until } from '../kit/until.ts'

const WANTED = Number(process.env['PORTICO_KILLS'] ?? 200)
const SEED = Number(process.env['PORTICO_SEED'] ?? 1)
/** The longest time between a call and the kill, in milliseconds. */
const LONGEST = 900
const FILES = ['pages/about/zh-CN.md', 'pages/about/en.md']
const PAGES = ['/about', '/en/about']

type Data = Record<string, unknown> | null
type Answer = { status: number; data: Data }

const folder = temporaryFolder()
const content = join(folder, 'content')
// All compressed: a process that starts first compresses the files that the last one left over.
await buildSite(folder)
cpSync(join(root, 'content'), content, { recursive: true })

const faults: string[] = []
const counts = { saving: 0, publishing: 0, scheduled: 0, gateway: 0, live: 0 }
const random = randomNumbers(SEED)

/** An answer of the studio; none if the process is killed before it. */
function call(method: string, path: string, body?: unknown): Promise<Answer | undefined> {
  const headers = { 'x-studio-user': 'soak@example.com', 'x-studio-roles': 'editor,publisher' }
  return new Promise((done) => {
    const sent = request({ socketPath: join(folder, 'var/studio.sock'), method, path: `/api/studio${path}`, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', () => done(undefined))
      answer.on('end', () => {
        try {
          const { code, data } = JSON.parse(Buffer.concat(parts).toString()) as { code: number; data: Data }
          done({ status: code, data })
        } catch {
          done(undefined)
        }
      })
    })
    sent.on('error', () => done(undefined))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** A change set of the list; none if the process is killed before its answer. */
async function listed(id: string): Promise<{ state: string; changed: string } | undefined> {
  const sets = (await call('GET', '/sets'))?.data?.['sets'] as { id: string; state: string; changed: string }[] | undefined
  return sets?.find((set) => set.id === id)
}

/** Asks for the publication of a change set, now or in a moment. */
async function publish(id: string, isScheduled: boolean): Promise<void> {
  const at = isScheduled ? { at: new Date(Date.now() + 1 + random() * LONGEST).toISOString() } : {}
  await call('POST', '/publish', { sets: [{ id, changed: (await listed(id))?.changed }], ...at })
}

async function startWatch(): Promise<Running> {
  const watch = run('generator', ['watch', ...generatorOptions(folder, content, 'embedded')])
  await watch.until(/^(published|unchanged)\b/m)
  return watch
}

const kicker = (text: string) => Number(text.match(/^kicker: Generation (\d+)$/m)?.[1] ?? 0)
const written = () => FILES.map((file) => kicker(readFileSync(join(content, file), 'utf8')))
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** The generation that a visitor reads on each page. */
async function read(url: string): Promise<number[]> {
  const texts = await Promise.all(PAGES.map(async (page) => (await fetch(url + page)).text()))
  return texts.map((text) => Number(text.match(/>Generation (\d+)</)?.[1] ?? 0))
}

let watch = await startWatch()
let gateway = await startGateway(folder)
await until(async () => (await fetch(`${gateway.url}/readyz`)).status === 200)

/** What the editor knows: generation, change set, and the texts that were answered as saved. */
let generation = 0
for (let kill = 1; kill <= WANTED; kill += 1) {
  generation += 1
  const created = await call('POST', '/sets', { name: `Generation ${generation}` })
  const set = created?.data?.['id'] as string
  const saved = new Map<string, string>()
  const isPublishing = random() < 0.6
  const isScheduled = isPublishing && random() < 0.5
  // The first page of a process takes a whole build; no moment of interest is in it.
  await call('GET', '/sets/live/page?path=/about')
  const moment = pause(random() * LONGEST)
  let isOver = false
  const work = async () => {
    for (const path of FILES) {
      const file = await call('GET', `/sets/${set}/file?path=${path}`)
      const edits = [{ kind: 'field', field: '/kicker', value: `Generation ${generation}` }]
      const answer = await call('POST', `/sets/${set}/edits`, { path, version: file?.data?.['version'], edits })
      if (answer?.data?.['saved'] === true) saved.set(path, `Generation ${generation}`)
      else if (!isOver) faults.push(`generation ${generation}: ${path} was not saved: ${JSON.stringify(answer)}`)
      if (isOver) return
    }
    if (isPublishing) await publish(set, isScheduled)
  }
  // The clock of a publication starts when it is asked for.
  if (isPublishing) {
    await work()
    await pause(random() * LONGEST)
    counts.publishing += 1
    if (isScheduled) counts.scheduled += 1
  } else {
    const working = work()
    await moment
    isOver = true
    watch.child.kill('SIGKILL')
    await working
    counts.saving += 1
  }
  watch.child.kill('SIGKILL')
  await watch.ended
  if (random() < 0.2) {
    gateway.gateway.child.kill('SIGKILL')
    await gateway.gateway.ended
    gateway = await startGateway(folder)
    await until(async () => (await fetch(`${gateway.url}/readyz`)).status === 200)
    counts.gateway += 1
  }
  const seen = await read(gateway.url)
  if (new Set(seen).size !== 1) faults.push(`after kill ${kill} visitors read generations ${seen.join(' and ')}`)
  watch = await startWatch()
  // Its time may come only now.
  if (isScheduled) await until(async () => !['scheduled', 'publishing'].includes((await listed(set))?.state ?? ''), 60)
  const files = written()
  if (new Set(files).size !== 1) faults.push(`after kill ${kill} the content has generations ${files.join(' and ')}`)
  const state = (await listed(set))?.state
  if (state === undefined) faults.push(`after kill ${kill} the change set ${set} is gone`)
  for (const path of saved.keys()) {
    const file = await call('GET', `/sets/${set}/file?path=${path}`)
    if (kicker(String(file?.data?.['text'])) !== generation) faults.push(`after kill ${kill} a saved text of ${path} is lost (${state})`)
  }
  if (state === 'publishing') faults.push(`after kill ${kill} a publication is unfinished`)
  if (state === 'published') {
    if (files[0] !== generation) faults.push(`after kill ${kill} a published text is not in the content`)
    await until(async () => (await read(gateway.url)).every((one) => one === generation))
    counts.live += 1
  }
  if (kill % 10 === 0) console.log(`${kill} kills: ${JSON.stringify(counts)}, ${faults.length} faults`)
}
console.log(`${WANTED} kills from seed ${SEED}: ${JSON.stringify(counts)}, ${faults.length} faults`)
for (const fault of faults.slice(0, 20)) console.error(fault)
for (const running of [watch, gateway.gateway]) {
  running.child.kill('SIGTERM')
  await running.ended
}
rmSync(folder, { recursive: true, force: true })
process.exitCode = faults.length === 0 ? 0 : 1
