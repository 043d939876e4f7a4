// @vitest-environment jsdom

import { beforeEach, describe, expect, it } from 'vitest'
import { localKeep } from '#/lib/storage.ts'
import { begun, type Exchange, MOST_EXCHANGES } from '../exchange.ts'
import { HISTORY_LIFE_MS, historyIn, keepHistory, keptHistory } from './history.ts'

const ended = (id: string): Exchange => ({
  ...begun(id, `Question ${id}`),
  stage: 'answered',
  citations: [
    { number: 1, title: 'A', href: '/a', kind: 'page', locale: 'en', quotes: [{ text: 'x', heading: 'h', anchor: 'h' }] },
  ],
  sentences: [{ text: 'Yes.', sources: [1] }],
  because: 'budget',
})

// R9.05
describe('the kept conversation', () => {
  beforeEach(() => localStorage.clear())

  it('comes back as it was', () => {
    keepHistory(localKeep, [ended('1'), ended('2')], new Set(['1', '2']))
    expect(keptHistory(localKeep)).toEqual([ended('1'), ended('2')])
  })

  it('is bounded, the oldest go first', () => {
    keepHistory(
      localKeep,
      Array.from({ length: MOST_EXCHANGES + 5 }, (_, index) => ended(String(index))),
      new Set(),
    )
    const kept = keptHistory(localKeep)
    expect([kept.length, kept[0]?.id]).toEqual([MOST_EXCHANGES, '5'])
  })

  it('is gone when it is empty, and leaves nothing behind', () => {
    keepHistory(localKeep, [ended('1')], new Set('1'))
    keepHistory(localKeep, [], new Set('1'))
    expect(Object.keys(localStorage)).toEqual([])
  })

  // A tab knows all that it showed, also exchanges that were replaced or forgotten there.
  it('is that of all tabs', () => {
    const known = { a: new Set<string>(), b: new Set<string>() }
    const keep = (tab: 'a' | 'b', ...ids: string[]) => {
      for (const id of ids) known[tab].add(id)
      keepHistory(localKeep, ids.map(ended), known[tab])
      return keptHistory(localKeep).map(({ id }) => id)
    }
    expect(keep('a', '1')).toEqual(['1'])
    known.b.add('1')
    expect(keep('a', '1', '2')).toEqual(['1', '2'])
    expect(keep('b', '1', '3')).toEqual(['1', '2', '3'])
    expect(keep('b', '1', '4')).toEqual(['1', '2', '4'])
    expect(keep('a', '1', '2', '5')).toEqual(['1', '2', '4', '5'])
    expect(keep('a')).toEqual([])
    expect(keep('b', '1', '4', '6')).toEqual(['1', '4', '6'])
  })

  it('has broken off where it was growing', () => {
    const stored = JSON.stringify({ at: 0, exchanges: [{ ...ended('1'), stage: 'streaming' }, begun('2', 'Why?')] })
    expect(historyIn(stored, 1).map(({ stage }) => stage)).toEqual(['lost', 'lost'])
  })

  it('is forgotten after a day', () => {
    const stored = JSON.stringify({ at: 1_000, exchanges: [ended('1')] })
    expect(historyIn(stored, 999 + HISTORY_LIFE_MS)).toHaveLength(1)
    expect(historyIn(stored, 1_000 + HISTORY_LIFE_MS)).toEqual([])
  })

  it.each([null, '', '{', '[]', '{"at":0}', '{"at":0,"exchanges":[{"id":1}]}'])('is none in %s', (stored) => {
    expect(historyIn(stored, 1)).toEqual([])
  })

  it('leads to no other site, whoever wrote it', () => {
    const stored = JSON.stringify({ at: 0, exchanges: [ended('1')] }).replace('"/a"', '"https://evil.example/"')
    expect(historyIn(stored, 1)).toEqual([])
  })
})
