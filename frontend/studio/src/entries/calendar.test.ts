import { expect, test } from 'vitest'
import type { Entry, EntryText } from '../api.ts'
import { daysOf } from './calendar.ts'

const NOW = new Date('2026-11-26T12:00:00Z')

const entry = (slug: string, text: Partial<EntryText>): Entry => ({
  collection: 'news',
  slug,
  access: 'public',
  texts: [{ locale: 'en', title: slug, state: 'scheduled', href: `/en/${slug}`, ...text }],
})

test('texts appear and go in the order of time, by day of the site', () => {
  const entries = [
    entry('late', { at: '2026-12-02T01:00:00Z' }),
    entry('goes', { at: '2026-12-01T20:00:00Z', state: 'live' }),
    entry('soon', { at: '2026-11-30T15:59:00Z' }),
  ]
  const days = daysOf(entries, 'Asia/Shanghai', NOW)
  expect(days.map(({ key, events }) => [key, events.map(({ title, kind }) => `${title} ${kind}`)])).toEqual([
    ['2026-11-30', ['soon live']],
    ['2026-12-02', ['goes gone', 'late live']],
  ])
})

test('what is past, far away, or no event is left out', () => {
  const entries = [
    entry('past', { at: '2026-11-26T11:00:00Z' }),
    entry('far', { at: '2027-06-01T00:00:00Z' }),
    entry('none', { at: null, state: 'live' }),
    entry('draft', { at: '2026-12-01T00:00:00Z', state: 'draft' }),
  ]
  expect(daysOf(entries, undefined, NOW)).toEqual([])
})
