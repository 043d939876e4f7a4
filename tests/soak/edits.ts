// Random edits of a site, each followed by a build on the state of the last one and by an
// announcement, as in CI. After each, the published site must equal a clean build elsewhere, byte
// for byte; every receiver must have been sent the addresses that changed between two clean builds,
// each once and no others; and sitemaps and feeds must have the days and titles of the content.
// An edit that the generator refuses is taken back; the build of before must be live, and receivers
// must get no address. `scripts/soak edits` runs it.
//
//   PORTICO_SITE       `sample`, the sample site of this repository, or `bench` (default)
//   PORTICO_EDITS      how many edits (default 1,000)
//   PORTICO_SEED       where the random numbers begin (default: the clock)
//   PORTICO_ARTICLES   how many articles the bench site has, in two languages (default 10,000)
//   PORTICO_VERBOSE    if it is set, each edit is printed, and why it is refused

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { randomNumbers } from '../../scripts/bench-shared/random.mjs'
import { generatorOptions, run, temporaryFolder } from '../fixtures/stack.ts'
import { BenchEditor } from './edits/bench-kinds.ts'
import { Bench } from './edits/bench.ts'
import { Build } from './edits/builds.ts'
import { Chance } from './edits/chance.ts'
import { Contents } from './edits/contents.ts'
import type { Edit, Editor } from './edits/editor.ts'
import { listingFaults } from './edits/listings.ts'
import { LISTS, type Lists, Recorder, emptyLists } from './edits/recorder.ts'
import { SampleEditor } from './edits/sample-kinds.ts'
import { Sample } from './edits/sample.ts'
import type { Site } from './edits/site.ts'
import { Totals } from './edits/totals.ts'

const WANTED = Number(process.env['PORTICO_EDITS'] ?? 1_000)
const SEED = Number(process.env['PORTICO_SEED'] ?? Date.now() % 2 ** 31)
const NAME = process.env['PORTICO_SITE'] ?? 'bench'
const ARTICLES = Number(process.env['PORTICO_ARTICLES'] ?? 10_000)
const VERBOSE = process.env['PORTICO_VERBOSE'] !== undefined
/** Number of edits between two lines of progress. */
const LINE_EVERY = Math.min(50, Math.ceil(WANTED / 20))
/** Number of edits between two comparisons of all bytes; a small site is compared each time. */
const ALL_EVERY = 100
/** Paths of a small site at most. */
const FEW = 2_000
/** Number of edits between two announcements without news, and two clean builds without caches. */
const REPEAT_EVERY = 10
/** Refused edits in a row after which the site, not the edit, must be wrong. */
const REFUSALS = 50
/** Exit code for content that is wrong. */
const WRONG = 1
/** Differing addresses that a fault shows. */
const SHOWN = 10
/** The same for all builds, so that no two differ by the clock. */
const NOW = '2026-11-28T00:00:00Z'

const folder = temporaryFolder()
const [live, clean] = [join(folder, 'live'), join(folder, 'clean')]
const { site, editor } = open()
const recorder = new Recorder(site.url)
const receivers = join(folder, 'announce.json')
await recorder.start(receivers)
console.log(`${WANTED} edits of ${NAME === 'bench' ? `${ARTICLES} × 2 pages` : 'the sample site'}, seed ${SEED}`)

function open(): { site: Site; editor: Editor } {
  const chance = new Chance(randomNumbers(SEED))
  if (NAME === 'sample') {
    const sample = new Sample(folder)
    return { site: sample, editor: new SampleEditor(sample, chance) }
  }
  if (NAME !== 'bench') throw new Error(`invalid value for PORTICO_SITE: \`${NAME}\` (expected \`sample\` or \`bench\`)`)
  const bench = new Bench(folder, ARTICLES)
  return { site: bench, editor: new BenchEditor(bench, chance) }
}

/** The generator found fault with the content. */
class Refusal extends Error {}

async function generator(args: string[]): Promise<void> {
  const running = run('generator', args)
  const code = await running.ended
  if (code === 0) return
  // Thousands of the corpus's texts have warnings.
  const output = running.output()
  const message = `generator ${args[0]} ended with ${code}: ${output.slice(Math.max(0, output.search(/^error/m))).slice(0, 2_000)}`
  if (code === WRONG && args[0] === 'build') throw new Refusal(message)
  throw new Error(message)
}

function build(place: string, ...more: string[]): Promise<void> {
  return generator([
    'build',
    ...generatorOptions(place, site.sources.content, 'embedded', site.sources),
    '--sidecars',
    'never',
    '--now',
    NOW,
    // A clean build has no settings of before to compare with.
    '--accept-seo',
    ...more,
  ])
}

const announce = () => generator(['announce', '--to', receivers, '--builds', join(live, 'builds'), '--var', join(live, 'var')])

/** Empties the folders of a place, but for the caches in `var` that are kept. */
function empty(place: string, kept: string[] = []) {
  const own = existsSync(join(place, 'var')) ? readdirSync(join(place, 'var')) : []
  for (const name of ['builds', ...own.filter((name) => !kept.includes(name)).map((name) => `var/${name}`)])
    rmSync(join(place, name), { recursive: true, force: true })
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

/**
 * Builds the site on the last state and from scratch. Throws the refusal on which both agree.
 *
 * Cut faces and pictures take two thirds of a clean build of the sample, and are named by the hash
 * of their sources. So most clean builds have those of before.
 */
async function buildBoth(number: number) {
  empty(clean, number % REPEAT_EVERY === 0 ? [] : ['fonts', 'images'])
  const builds = [build(live, '--keep', '2', '--grace', '0').then(announce), build(clean)]
  const [first, second] = (await Promise.allSettled(builds)).map((result) =>
    result.status === 'rejected' ? (result.reason as Error) : undefined,
  )
  if (first === undefined && second === undefined) return
  if (first instanceof Refusal && second instanceof Refusal) throw first
  throw new Error(`the live build: ${first?.message ?? 'done'}; the clean build: ${second?.message ?? 'done'}`)
}

/** The faults after an edit. */
async function faultsAfter(number: number, edit: Edit | undefined): Promise<string[]> {
  await buildBoth(number)
  const [is, should] = [new Build(join(live, 'builds')), new Build(join(clean, 'builds'))]
  const next = new Contents(should, known?.contents)
  const sent = recorder.take()
  const first = { ...emptyLists(), indexnow: next.indexed(), baidu: next.indexed() }
  const expected = known === undefined ? first : next.newsSince(known.contents)
  const isWhole = known === undefined || number % ALL_EVERY === 0 || should.entries.size <= FEW
  const changed = known === undefined || isWhole ? should.entries.keys() : should.differing(known.build)
  const faults = [...is.flaws(should, changed), ...listFaults(sent, expected), ...listingFaults(should, next, site)]
  if (edit !== undefined && editor.silent.includes(edit.kind) && sent.indexnow.length > 0)
    faults.push(`indexnow is sent ${sent.indexnow.length} addresses, and no page has other content`)
  if (edit?.kind === 'nothing' && Object.values(sent).flat().length > 0)
    faults.push('addresses are sent although no byte changed')
  if (number % REPEAT_EVERY === 0) {
    await announce()
    faults.push(...listFaults(recorder.take(), emptyLists()).map((fault) => `announced again: ${fault}`))
  }
  faults.push(...recorder.faults.splice(0))
  if (edit !== undefined) totals.add(edit.kind, sent)
  known = { live: is.id, build: should, contents: next }
  return faults
}

/** The faults after a build that the generator refused: the site must be the one of before. */
async function faultsOfRefusal(): Promise<string[]> {
  await announce()
  const is = new Build(join(live, 'builds'))
  const faults = listFaults(recorder.take(), emptyLists())
  if (is.id !== known?.live) faults.push(`the live build is ${is.id} instead of ${known?.live}`)
  if (known === undefined || is.facts !== known.build.facts || is.differing(known.build).length > 0)
    faults.push('the live site is another one')
  return faults.map((fault) => `refused, and ${fault}`)
}

/** Makes edits until one is no refusal. Answers the faults. */
async function faultsOfNext(number: number): Promise<string[]> {
  for (let refusals = 0; refusals < REFUSALS; refusals += 1) {
    const edit = editor.edit()
    if (VERBOSE) console.log(`edit ${number} ${edit.kind} (${edit.done})`)
    const faults = await faultsAfter(number, edit).catch(async (error: unknown) => {
      if (!(error instanceof Refusal)) return [String(error)]
      const faults = await faultsOfRefusal()
      if (faults.length > 0) return faults
      if (!editor.refusable.includes(edit.kind)) return [String(error)]
      if (VERBOSE) console.log(error.message)
      editor.takeBack()
      totals.refuse(edit.kind)
      return undefined
    })
    if (faults !== undefined) return faults.map((fault) => `edit ${number}, ${edit.kind} (${edit.done}): ${fault}`)
  }
  return [`edit ${number}: the generator refused ${REFUSALS} edits in a row`]
}

const totals = new Totals()
/** The clean build after the last edit, of which the files are gone, and the id of the live one. */
let known: { live: string; build: Build; contents: Contents } | undefined
empty(live)
let faults = await faultsAfter(0, undefined)
const began = Date.now()
let number = 0
while (faults.length === 0 && number < WANTED) {
  number += 1
  faults = await faultsOfNext(number)
  if (number % LINE_EVERY === 0) console.log(totals.line((Date.now() - began) / 1_000))
}
recorder.stop()
console.log(totals.table())
console.log(`${number} edits in ${Math.round((Date.now() - began) / 1_000)} s; ${faults.length} faults; seed ${SEED}`)
for (const fault of faults.slice(0, SHOWN)) console.error(fault.slice(0, 4_000))
if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
else
  console.error(
    `the folder is ${folder}; the same seed does the same edits: PORTICO_SITE=${NAME} PORTICO_SEED=${SEED} PORTICO_ARTICLES=${ARTICLES} PORTICO_EDITS=${number}`,
  )
process.exitCode = faults.length === 0 ? 0 : 1
