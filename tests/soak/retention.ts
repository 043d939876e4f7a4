// A title that is changed over and over under `watch`: how much space the folder of builds uses.
// `scripts/soak retention` runs it.
//
//   PORTICO_PUBLISHES   how many publishes (default 1,000)

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatorOptions, root, run, temporaryFolder } from '../fixtures/stack.ts'

const WANTED = Number(process.env['PORTICO_PUBLISHES'] ?? 1_000)
/** Builds that are kept, and for how many seconds each at least. */
const [KEEP, GRACE] = [20, 60]
const LINES = 10

const folder = temporaryFolder()
const content = join(folder, 'content')
const builds = join(folder, 'builds')
const file = join(content, 'news/seven-years/en.md')
mkdirSync(builds)
cpSync(join(root, 'content'), content, { recursive: true })
const original = readFileSync(file, 'utf8')

const history = () => JSON.parse(readFileSync(join(builds, 'history.json'), 'utf8')) as { id: string; timestamp: string }[]
const folders = () => readdirSync(builds).filter((name) => /^\d{8}T/.test(name)).length
const bytes = () => Number(execFileSync('du', ['-s', '--block-size=1', builds], { encoding: 'utf8' }).split('\t')[0])
const files = () => readdirSync(builds, { recursive: true }).length
const megabytes = () => (bytes() / 1e6).toFixed(1)

const watch = run('generator', ['watch', ...generatorOptions(folder, content, 'embedded'), '--keep', String(KEEP), '--grace', String(GRACE)])
await watch.until(/^published /m)
console.log(`--keep ${KEEP} --grace ${GRACE}; one build: ${megabytes()} MB, ${files()} files`)
console.log('publishes   builds kept   folders   files      MB')

const faults: string[] = []
const began = Date.now()
for (let publish = 1; publish <= WANTED; publish += 1) {
  const offset = watch.output().length
  writeFileSync(file, original.replace(/^title: .*$/m, `title: Title number ${publish}`))
  await watch.until(/^published /m, offset)
  // Those of the grace, those that are kept, and as many again before the oldest are dropped.
  const since = Date.now() - (GRACE + 2) * 1_000
  const kept = history()
  const most = kept.filter(({ timestamp }) => Date.parse(timestamp) > since).length + 2 * KEEP
  if (kept.length > most) faults.push(`after ${publish} publishes the history has ${kept.length} builds instead of at most ${most}`)
  if (folders() > kept.length + 2 * KEEP) faults.push(`after ${publish} publishes there are ${folders()} folders`)
  if (publish % Math.ceil(WANTED / LINES) === 0) {
    const cells = [String(publish).padStart(9), String(kept.length).padStart(11), String(folders()).padStart(7), String(files()).padStart(5), megabytes().padStart(5)]
    console.log(cells.join('   '))
  }
}
console.log(`${WANTED} publishes in ${Math.round((Date.now() - began) / 1_000)} s; ${faults.length} faults`)
for (const fault of faults.slice(0, 20)) console.error(fault)
watch.child.kill('SIGTERM')
await watch.ended
rmSync(folder, { recursive: true, force: true })
process.exitCode = faults.length === 0 ? 0 : 1
