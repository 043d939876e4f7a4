// Results as Markdown tables.

import { median, table } from '../bench-shared/figures.mjs'

const fixed = (digits) => (value) => value.toFixed(digits)
const spread = (values, show) => `${show(median(values))} (${show(Math.min(...values))}–${show(Math.max(...values))})`

/**
 * `results`: scenario → server → values, one per round. The ratio is taken round by round: both
 * servers met the same disturbances.
 */
export function loadTable(results, own) {
  const rows = [...results].map(([scenario, found]) => {
    const [ours, theirs] = [found.get(own), found.get('nginx')]
    const ratios = ours.map((value, round) => value / theirs[round])
    return [
      scenario.title,
      spread(theirs, fixed(1)),
      spread(ours, fixed(1)),
      spread(ratios, fixed(2)),
      scenario.budget.toFixed(2),
      median(ratios) <= scenario.budget ? 'holds' : '**over**',
    ]
  })
  return table([`CPU µs per request: median (from–to)`, 'nginx', own, 'ratio', 'budget', ''], rows)
}

/**
 * Percentiles of answer times. Here too the ratio is taken round by round: the rounds of one server
 * differ more than the two servers.
 */
export function latencyTable(found) {
  const theirs = found.get('nginx')
  const rows = [...found].map(([name, rounds]) => [
    name,
    ...['p50', 'p99', 'p999'].map((key) => spread(rounds.map((round) => round[key]), fixed(0))),
    median(rounds.map((round, index) => round.p99 / theirs[index].p99)).toFixed(2),
  ])
  return table(['answer time at 4,224 requests/s', 'p50 µs', 'p99 µs', 'p99.9 µs', 'p99 beside nginx'], rows)
}

/** Memory of each server. */
export function memoryTable(rows) {
  return table(['memory', 'bytes per idle connection', 'at rest after it MiB', 'peak MiB'], rows)
}
