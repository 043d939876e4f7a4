import { describe, expect, it } from 'vitest'
import { DRAFT_LIFE_MS, draftIn } from './use-draft.ts'

const stored = (texts: unknown, at: unknown = 0) => JSON.stringify({ at, texts })

describe('the draft of a message', () => {
  it.each([
    [stored({ company: 'Acme', name: '' }), DRAFT_LIFE_MS - 1, { company: 'Acme' }],
    [stored({ company: 'Acme' }), DRAFT_LIFE_MS, {}],
    [stored({ company: 'Acme' }, 'then'), 1, {}],
    [stored({ company: 1 }), 1, {}],
    [stored(null), 1, {}],
    ['{', 1, {}],
    [null, 1, {}],
  ])('%s at %d: %j', (text, now, texts) => {
    expect(draftIn(text, now)).toEqual(texts)
  })
})
