import { describe, expect, it } from 'vitest'
import { DRAFT_LIFE_MS, draftIn } from './draft.ts'

const stored = (draft: object, at: unknown = 0) => JSON.stringify({ key: 'k', texts: {}, at, ...draft })
const file = { name: 'a.pdf', size: 1, lastModified: 2 }

describe('the draft of a message', () => {
  it.each([
    [stored({ texts: { company: 'Acme', name: '' } }), DRAFT_LIFE_MS - 1, { key: 'k', texts: { company: 'Acme' } }],
    [stored({ texts: { company: 1 } }), 1, { key: 'k', texts: {} }],
    [stored({ file }), 1, { key: 'k', texts: {}, file }],
    [
      stored({ file: { ...file, url: '/u', done: true }, tried: 't' }),
      1,
      { key: 'k', texts: {}, file: { ...file, url: '/u', done: true }, tried: 't' },
    ],
    [stored({ file: { name: 'a.pdf' } }), 1, { key: 'k', texts: {} }],
    [stored({}), DRAFT_LIFE_MS, undefined],
    [stored({}, 'then'), 1, undefined],
    [stored({ key: 7 }), 1, undefined],
    [stored({ texts: null }), 1, undefined],
    ['{', 1, undefined],
    [null, 1, undefined],
  ])('%s at %d: %j', (text, now, draft) => {
    expect(draftIn(text, now)).toEqual(draft)
  })
})
