// @vitest-environment jsdom

import { describe, expect, it } from 'vitest'
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
  it('comes back as it was', () => {
    keepHistory(localKeep, [ended('1'), ended('2')])
    expect(keptHistory(localKeep)).toEqual([ended('1'), ended('2')])
  })

  it('is bounded, the oldest go first', () => {
    keepHistory(
      localKeep,
      Array.from({ length: MOST_EXCHANGES + 5 }, (_, index) => ended(String(index))),
    )
    const kept = keptHistory(localKeep)
    expect([kept.length, kept[0]?.id]).toEqual([MOST_EXCHANGES, '5'])
  })

  it('is gone when it is empty, and leaves nothing behind', () => {
    keepHistory(localKeep, [ended('1')])
    keepHistory(localKeep, [])
    expect(Object.keys(localStorage)).toEqual([])
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
