// Random edits of the bench site, each followed by a build on the state of the last one and by an
// announcement, as in CI. After each, the published site must equal a clean build elsewhere, byte
// for byte; every receiver must have been sent the addresses that changed between two clean builds,
// each once and no others; and sitemaps and feeds must have the days and titles of the content.
// `scripts/soak edits` runs it.
//
//   PORTICO_EDITS      how many edits (default 1,000)
//   PORTICO_SEED       where the random numbers begin (default: the clock)
//   PORTICO_ARTICLES   how many articles the site has, in two languages (default 10,000)

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { randomNumbers } from '../../scripts/bench-shared/random.mjs'
import { generatorOptions, run, temporaryFolder } from '../fixtures/stack.ts'
import { Build } from './edits/builds.ts'
import { Contents } from './edits/contents.ts'
import { Editor, type Kind, SILENT } from './edits/kinds.ts'
import { listingFaults } from './edits/listings.ts'
import { LISTS, type Lists, Recorder, emptyLists } from './edits/recorder.ts'
import { Site } from './edits/site.ts'
import { Totals } from './edits/totals.ts'

const WANTED = Number(process.env['PORTICO_EDITS'] ?? 1_000)
const SEED = Number(process.env['PORTICO_SEED'] ?? Date.now() % 2 ** 31)
const ARTICLES = Number(process.env['PORTICO_ARTICLES'] ?? 10_000)
/** Number of edits between two lines of progress. */
const LINE_EVERY = Math.min(50, Math.ceil(WANTED / 20))
/** Number of edits between two comparisons of all bytes. */
const ALL_EVERY = 100
/** Number of edits between two announcements that have no news. */
const REPEAT_EVERY = 10
/** Differing addresses that a fault shows. */
const SHOWN = 10
/** The same for all builds, so that no two differ by the clock. */
const NOW = '2026-11-28T00:00:00Z'

const folder = temporaryFolder()
const [live, clean] = [join(folder, 'live'), join(folder, 'clean')]
const site = new Site(folder, ARTICLES)
const editor = new Editor(site, randomNumbers(SEED))
const recorder = new Recorder()
const receivers = join(folder, 'announce.json')
await recorder.start(receivers)
console.log(`${WANTED} edits of ${ARTICLES} × 2 pages, seed ${SEED}`)

async function generator(args: string[]): Promise<void> {
  const running = run('generator', args)
  const code = await running.ended
  // Thousands of the corpus's texts have warnings.
  const output = running.output().replace(/^[\s\S]*?(?=^error)/m, '')
  if (code !== 0) throw new Error(`generator ${args[0]} ended with ${code}: ${output.slice(-2_000)}`)
}

function build(place: string, ...more: string[]): Promise<void> {
  return generator([
    'build',
    ...generatorOptions(place, site.content, 'embedded', site.sources),
    '--sidecars',
    'never',
    '--now',
    NOW,
    ...more,
  ])
}

const announce = () => generator(['announce', '--to', receivers, '--builds', join(live, 'builds'), '--var', join(live, 'var')])

/** Makes the folders of a place, empty. */
function empty(place: string) {
  rmSync(place, { recursive: true, force: true })
  for (const name of ['builds', 'var']) mkdirSync(join(place, name), { recursive: true })
}

/** The lists that are not as expected. */
function listFaults(sent: Lists, expected: Lists): string[] {
  return LISTS.flatMap((name) => {
    const extra = [...sent[name]]
    const missing = expected[name].filter((path) => {
      const at = extra.indexOf(path)
      if (at >= 0) extra.splice(at, 1)
      return at < 0
    })
    if (extra.length + missing.length === 0) return []
    const shown = (paths: string[]) => `${paths.length} (${paths.slice(0, SHOWN).join(' ')})`
    return [
      `${name} got ${sent[name].length} addresses instead of ${expected[name].length}: too many ${shown(extra)}, too few ${shown(missing)}`,
    ]
  })
}

/** The faults after an edit. */
async function faultsAfter(number: number, kind: Kind | undefined, done: string): Promise<string[]> {
  empty(clean)
  await Promise.all([build(live, '--keep', '2', '--grace', '0').then(announce), build(clean)])
  const [is, should] = [new Build(join(live, 'builds')), new Build(join(clean, 'builds'))]
  const next = new Contents(should, known?.contents)
  const sent = recorder.take()
  const first = { ...emptyLists(), indexnow: next.indexed(), baidu: next.indexed() }
  const expected = known === undefined ? first : next.newsSince(known.contents)
  const changed = known === undefined || number % ALL_EVERY === 0 ? should.entries.keys() : should.differing(known.build)
  const faults = [...is.flaws(should, changed), ...listFaults(sent, expected), ...listingFaults(should, next, site)]
  if (kind !== undefined && SILENT.includes(kind) && sent.indexnow.length > 0)
    faults.push(`indexnow is sent ${sent.indexnow.length} addresses, and no page has other content`)
  if (kind === 'nothing' && Object.values(sent).flat().length > 0) faults.push('addresses are sent although no byte changed')
  if (number % REPEAT_EVERY === 0) {
    await announce()
    faults.push(...listFaults(recorder.take(), emptyLists()).map((fault) => `announced again: ${fault}`))
  }
  faults.push(...recorder.faults.splice(0))
  if (kind !== undefined) totals.add(kind, sent)
  known = { build: should, contents: next }
  return faults.map((fault) => `edit ${number} (${done}): ${fault}`)
}

const totals = new Totals()
/** The clean build after the last edit. Its files are gone. */
let known: { build: Build; contents: Contents } | undefined
empty(live)
let faults = await faultsAfter(0, undefined, 'the first build')
const began = Date.now()
let number = 0
while (faults.length === 0 && number < WANTED) {
  number += 1
  const { kind, done } = editor.edit()
  faults = await faultsAfter(number, kind, done).catch((error: unknown) => [`edit ${number} (${done}): ${error}`])
  if (number % LINE_EVERY === 0) console.log(totals.line((Date.now() - began) / 1_000))
}
recorder.stop()
console.log(totals.table())
console.log(`${number} edits in ${Math.round((Date.now() - began) / 1_000)} s; ${faults.length} faults; seed ${SEED}`)
for (const fault of faults.slice(0, SHOWN)) console.error(fault.slice(0, 4_000))
if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
else
  console.error(
    `the folder is ${folder}; the same seed does the same edits: PORTICO_SEED=${SEED} PORTICO_ARTICLES=${ARTICLES} PORTICO_EDITS=${number}`,
  )
process.exitCode = faults.length === 0 ? 0 : 1
