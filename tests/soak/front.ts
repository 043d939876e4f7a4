// Half an hour at half load: two gateways behind HAProxy, a publish every two seconds, restarts of
// gateways, PostgreSQL and mail, renewals of the certificate, slow clients, and messages. No answer
// may be wrong, no message or letter lost, and memory must be flat. `scripts/soak front` runs it.
//
//   PORTICO_SECONDS   how long (default 1800)
//   PORTICO_SEED      seed of the disturbances and of the requests

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { randomNumbers } from '../../scripts/bench-shared/random.mjs'
import { temporaryFolder } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'
import { Disturbances } from './front/disturbances.ts'
import { Memory } from './front/memory.ts'
import { Messages } from './front/messages.ts'
import { SlowClients } from './front/slow.ts'
import { type Stage, startStage } from './front/stage.ts'
import { printTable } from './front/table.ts'
import { Timeline } from './front/timeline.ts'
import { Visitors } from './front/visitors.ts'

const LENGTH = Number(process.env['PORTICO_SECONDS'] ?? 1800) * 1000
const SEED = Number(process.env['PORTICO_SEED'] ?? Date.now() % 2 ** 31)

/** Between two edits, in milliseconds. */
const EDIT_EVERY = 2_000

/** For so long the maximum is measured, in milliseconds. */
const MEASURED_FOR = 5_000

/** Between two lines of progress, in milliseconds. */
const LINE_EVERY = 30_000

const EDITED = 'pages/about/en.md'

const folder = temporaryFolder()
console.log(`${LENGTH / 1000} s from seed ${SEED}`)
const stage = await startStage(folder)
const memory = new Memory()
const timeline = new Timeline(stage.builds)
const disturbances = new Disturbances(stage, memory, randomNumbers(SEED))
const visitors = new Visitors(stage, timeline, disturbances, randomNumbers(SEED + 1))
const messages = new Messages(stage, visitors, disturbances)
const faults: string[] = []
const edits = { made: 0, goOn: true }

// Measured while builds are published, as they are later.
const edited = edit(stage)
const maximum = await visitors.maximum(MEASURED_FOR)
const rate = maximum / 2
console.log(`${maximum.toFixed(0)} requests a second at most; from now on ${rate.toFixed(0)}`)
for (const gateway of stage.gateways) memory.begin(gateway.name, gateway.running.child.pid)
for (const [name, { child }] of Object.entries({ origin: stage.origin, HAProxy: stage.haproxy, generator: stage.generator }))
  memory.begin(name, child.pid)
const slow = new SlowClients(stage, visitors, timeline.paths())
const lines = setInterval(() => console.log(progress()), LINE_EVERY)
const end = Date.now() + LENGTH
await Promise.all([visitors.pace(rate, LENGTH), disturbances.run(LENGTH), messages.run(LENGTH)])
edits.goOn = false
await edited
await slow.stop()
clearInterval(lines)
await messages.compare()
memory.stop()
timeline.stop()
visitors.close()
await stage.stop()

faults.push(
  ...timeline.faults,
  ...disturbances.faults,
  ...visitors.faults,
  ...messages.faults,
  ...slow.faults,
  ...memory.faults(),
)
printTable({ visitors, timeline, disturbances, messages, slow, memory, edits: edits.made, wrong: faults.length })
for (const fault of faults.slice(0, 30)) console.error(fault)
if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
else console.error(`seed ${SEED}; the folder is kept: ${folder}`)
process.exitCode = faults.length === 0 ? 0 : 1

/** Edits a page every two seconds. The last edit must be published. */
async function edit({ content, generator }: Stage): Promise<void> {
  const about = join(content, EDITED)
  const original = readFileSync(about, 'utf8')
  for (; edits.goOn; await setTimeout(EDIT_EVERY)) writeFileSync(about, `${original}\nEdit ${(edits.made += 1)}.\n`)
  const last = `Edit ${edits.made}.`
  const shown = async () => (await visitors.client().ask('/en/about')).body.includes(last)
  await until(shown, 20).catch(() => faults.push(`“${last}” is not shown: ${generator.output().slice(-500)}`))
}

function progress(): string {
  const asked = [...visitors.counts.values()].reduce((sum, count) => sum + count.asked, 0)
  const found = [visitors, timeline, disturbances, messages, slow].flatMap((each) => each.faults)
  const left = Math.max(0, Math.round((end - Date.now()) / 1000))
  return `${asked} answers, ${timeline.publishes} publishes, ${messages.sent.length} messages; ${found.length} faults${found.length > 0 ? ` (${found.at(-1)})` : ''}; ${left} s left`
}
