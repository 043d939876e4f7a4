// Texts that appear or are taken down, by day of the site.

import type { Entry } from '../api.ts'
import { titleOf } from './rows.ts'

/** A text's change of state at a time. */
export type Event = {
  id: string
  at: Date
  kind: 'live' | 'gone'
  title: string
  locale: string
  href: string | null
}

/** The events of one day. */
export type Day = { key: string; events: Event[] }

/** How many days the calendar looks ahead. */
export const DAYS = 60

const DAY = 24 * 60 * 60 * 1000

/** The days with events, in their order. `timeZone`: the site's, which says where a day begins. */
export function daysOf(entries: Entry[], timeZone: string | undefined, now: Date): Day[] {
  const end = now.getTime() + DAYS * DAY
  const events = entries.flatMap((entry) => eventsOf(entry)).filter(({ at }) => at >= now && at.getTime() <= end)
  const format = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...(timeZone !== undefined && { timeZone }) })
  const days = new Map<string, Event[]>()
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const key = format.format(event.at)
    days.set(key, [...(days.get(key) ?? []), event])
  }
  return [...days].map(([key, own]) => ({ key, events: own }))
}

function eventsOf(entry: Entry): Event[] {
  return entry.texts.flatMap(({ state, at, locale, href }): Event[] => {
    if (at == null || (state !== 'scheduled' && state !== 'live')) return []
    const id = `${entry.collection}/${entry.slug}/${locale}`
    const kind = state === 'live' ? 'gone' : 'live'
    return [{ id, at: new Date(at), kind, title: titleOf(entry, locale), locale, href: href ?? null }]
  })
}
