// Lines of the log by the day of the site.

import type { HistoryLine } from '../past.ts'

/** A day and its lines, the newest first. */
export type Day = { key: string; lines: HistoryLine[] }

/** The days of `lines`, which are the newest first. */
export function daysOf(lines: HistoryLine[], timeZone: string | undefined): Day[] {
  // The Swedish form of a date is 2026-11-21.
  const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', ...(timeZone && { timeZone }) })
  const days: Day[] = []
  for (const line of lines) {
    const key = day.format(new Date(line.time))
    const last = days.at(-1)
    if (last?.key === key) last.lines.push(line)
    else days.push({ key, lines: [line] })
  }
  return days
}

/** The key of a line, different from that of every other one. */
export const keyOf = ({ time, verb, build }: HistoryLine): string => `${time} ${verb} ${build}`

/** Older lines after those that are shown; a publication meanwhile sends some of them twice. */
export function withOlder(lines: HistoryLine[], older: HistoryLine[]): HistoryLine[] {
  const shown = new Set(lines.map(keyOf))
  return [...lines, ...older.filter((line) => !shown.has(keyOf(line)))]
}

/** Two chosen builds from the older to the newer one; `lines` are the newest first. */
export function inOrder(lines: HistoryLine[], chosen: string[]): [from: string, to: string] | null {
  const [first, second] = chosen
  if (first === undefined || second === undefined) return null
  // A rollback names its build once more: the last line is the one that made it.
  const at = (build: string) => lines.findLastIndex((line) => line.build === build)
  return at(first) > at(second) ? [first, second] : [second, first]
}

/** The chosen builds after a click on one: of more than two, the last ones stay. */
export function choose(chosen: string[], build: string): string[] {
  return chosen.includes(build) ? chosen.filter((each) => each !== build) : [...chosen, build].slice(-2)
}
