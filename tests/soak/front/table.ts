// The table at the end of the soak.

import type { Disturbances } from './disturbances.ts'
import type { Memory } from './memory.ts'
import type { Messages } from './messages.ts'
import type { SlowClients } from './slow.ts'
import type { Timeline } from './timeline.ts'
import { KINDS, type Visitors } from './visitors.ts'

type Results = {
  visitors: Visitors
  timeline: Timeline
  disturbances: Disturbances
  messages: Messages
  slow: SlowClients
  memory: Memory
  edits: number
  wrong: number
}

export function printTable({ visitors, timeline, disturbances, messages, slow, memory, edits, wrong }: Results): void {
  const requests = KINDS.map((kind) => {
    const {
      asked = 0,
      failedByKill = 0,
      unfinished = 0,
      refusedWithoutDatabase = 0,
      milliseconds = [],
    } = visitors.counts.get(kind) ?? {}
    const sorted = milliseconds.toSorted((one, other) => one - other)
    const quantile = (share: number) => (sorted.length === 0 ? '—' : String(sorted[Math.floor(share * (sorted.length - 1))]))
    return [kind, asked, failedByKill, unfinished, refusedWithoutDatabase, quantile(0.5), quantile(0.99)].map(String)
  })
  print(
    ['requests', 'number', 'cut by a kill', 'head unfinished at an end', '503 without PostgreSQL', 'p50 ms', 'p99 ms'],
    requests,
  )
  const { connections } = visitors
  const disturbed = (kind: Parameters<Disturbances['counts']['get']>[0]) => String(disturbances.counts.get(kind) ?? 0)
  print(
    ['what', 'number'],
    [
      ['faults', String(wrong)],
      ['connections opened', String(connections.opened)],
      ['connections refused', String(connections.refused)],
      ['asked again, as a kept connection was closed', String(connections.again)],
      ['requests that were not begun', String(visitors.omitted)],
      ['edits', String(edits)],
      ['publishes', String(timeline.publishes)],
      ['gateways restarted with a drain', disturbed('drain')],
      ['gateways killed', disturbed('kill')],
      ['SIGHUP', disturbed('hangup')],
      ['PostgreSQL restarted', disturbed('postgres')],
      ['mail server restarted', disturbed('mail')],
      ['certificates seen', String(connections.certificates.size)],
      ['messages sent', String(messages.sent.length)],
      ['messages with their letter', String(messages.mailed)],
      ['letters again, as PostgreSQL went away', String(messages.mailedAgain)],
      ['heads without an end, cut off', String(slow.cutOff)],
    ],
  )
  print(['MiB', 'lives', 'at 10 %', 'at 50 %', 'at 100 %', 'steepest growth'], memory.rows())
}

function print(head: string[], rows: string[][]): void {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`
  console.log([line(head), rule, ...rows.map(line), ''].join('\n'))
}
