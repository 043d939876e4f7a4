import { describe, expect, it } from 'vitest'
import type { Draft } from './draft.ts'
import { withTexts } from './use-early-draft.ts'

const kept: Draft = { key: 'k', texts: { company: 'Acme', name: 'Lin' }, changed: { company: 1, name: 1 }, tried: 't' }

describe('text that is written before the code for drafts is there (R2.04)', () => {
  it.each<[what: string, kept: Draft | undefined, texts: Draft['texts'], touched: string[], draft: Partial<Draft> | undefined]>([
    ['the first text', undefined, { name: 'Wu' }, ['name'], { texts: { name: 'Wu' }, changed: { name: 2 } }],
    [
      'another text',
      kept,
      { name: 'Wu' },
      ['name'],
      { ...kept, texts: { company: 'Acme', name: 'Wu' }, changed: { company: 1, name: 2 } },
    ],
    ['an emptied text', kept, {}, ['name'], { ...kept, texts: { company: 'Acme', name: '' }, changed: { company: 1, name: 2 } }],
    ['the text that is kept', kept, { name: 'Lin' }, ['name'], undefined],
    ['a field that was not touched', kept, {}, [], undefined],
  ])('%s', (_, before, texts, touched, draft) => {
    const after = withTexts(before, texts, touched, 2)
    if (draft === undefined) expect(after).toBeUndefined()
    else expect(after).toMatchObject(draft)
  })
})
