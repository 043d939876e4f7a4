// Figures in the form of docs/benchmarks.md.

import { median, table } from '../bench-shared/figures.mjs'

const mebibytes = (bytes) => (bytes / 2 ** 20).toFixed(0)
const ms = (value) => value.toFixed(2)

/** The time below which the share `part` of `times` is found. */
const quantile = (times, part) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]

/** Times of the answers: the median over the rounds, and the range of p99. */
export function answerTable(rounds, questions) {
  const row = (label, name) => {
    const of = (part) => rounds.map((round) => quantile(round[name].times, part))
    const p99 = of(0.99)
    const cpu = median(rounds.map((round) => (round[name].cpu / questions.length) * 1000))
    return [label, ms(median(of(0.5))), ms(median(p99)), `${ms(Math.min(...p99))} … ${ms(Math.max(...p99))}`, ms(median(of(1))), ms(cpu)]
  }
  const ratio = median(rounds.map(({ origin, peer }) => quantile(origin.times, 0.99) / quantile(peer.times, 0.99)))
  const head = [`${questions.length} questions, one after the other`, 'p50 ms', 'p99 ms', 'p99 from … to', 'longest ms', 'CPU ms each']
  const rows = [row('Portico, over HTTP', 'origin'), row('SQLite FTS5, in process', 'peer')]
  return `${table(head, rows)}\nPortico’s p99 is ${ratio.toFixed(2)} of SQLite’s.\n`
}

/** The index: how long it takes to make, and its bytes. */
export function stateTable({ documents, made, peerMade, origin, peer }) {
  const rows = [
    ['Portico', made.seconds.toFixed(1), mebibytes(origin.index), mebibytes(origin.now), mebibytes(origin.peak)],
    ['SQLite FTS5', peerMade.seconds.toFixed(1), mebibytes(peer.index), '', ''],
  ]
  return table([`${documents} documents`, 'all are found after s', 'index MiB', 'memory of the origin MiB', 'at most'], rows)
}

/** From a save to an answer. */
export function editTable(times, origin) {
  const row = (label, name) => {
    const values = times.map((time) => time[name])
    return [label, median(values).toFixed(0), Math.max(...values).toFixed(0)]
  }
  const head = [`${times.length} edits under \`watch\``, 'median ms', 'at most ms']
  const rows = [row('saved → found', 'fromSave'), row('live → found', 'fromPublish')]
  return `${table(head, rows)}\nThe origin held ${mebibytes(origin.peak)} MiB at most.\n`
}
