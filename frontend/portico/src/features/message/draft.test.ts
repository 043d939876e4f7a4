import { describe, expect, it } from 'vitest'
import { DRAFT_LIFE_MS, type Draft, draftIn } from './draft.ts'
import { mergedDraft } from './live/merged-draft.ts'

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

describe('the drafts of two tabs (R2.04)', () => {
  const draft = (texts: Draft['texts'], changed: Draft['changed'], more: Partial<Draft> = {}): Draft => ({
    key: 'mine',
    texts,
    ...(changed && { changed }),
    ...more,
  })

  it.each<[what: string, mine: Draft, other: Draft | undefined, texts: Draft['texts']]>([
    ['no other', draft({ a: 'x' }, { a: 1 }), undefined, { a: 'x' }],
    ['other fields', draft({ a: 'x' }, { a: 1 }), draft({ b: 'y' }, { b: 2 }), { a: 'x', b: 'y' }],
    ['one field, newer there', draft({ a: 'x' }, { a: 1 }), draft({ a: 'y' }, { a: 2 }), { a: 'y' }],
    ['one field, newer here', draft({ a: 'x' }, { a: 3 }), draft({ a: 'y' }, { a: 2 }), { a: 'x' }],
    ['emptied there', draft({ a: 'x' }, { a: 1 }), draft({}, { a: 2 }), {}],
    ['emptied here', draft({}, { a: 3 }), draft({ a: 'y' }, { a: 2 }), {}],
    ['a draft without times', draft({ a: 'x' }, { a: 1 }), draft({ a: 'y', b: 'z' }, undefined), { a: 'x', b: 'z' }],
  ])('%s', (_, mine, other, texts) => {
    expect(mergedDraft(mine, other).texts).toEqual(texts)
  })

  it('have the key of this tab, and a file of either', () => {
    const there = draft({}, {}, { key: 'other', file })
    expect(mergedDraft(draft({}, {}), there)).toMatchObject({ key: 'mine', file })
    const here = { ...file, name: 'b.pdf' }
    expect(mergedDraft(draft({}, {}, { file: here }), there)).toMatchObject({ file: here })
  })
})
