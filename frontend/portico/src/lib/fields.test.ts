import { describe, expect, it } from 'vitest'
import type { Json } from '#/contract.ts'
import { readField, withField } from '#/lib/fields.ts'

const tree: { [key: string]: Json } = { entry: { title: 'T', tags: ['a'] }, letters: [{ body: 'x' }, {}] }

describe('fields', () => {
  it('reads dotted names, through lists too', () => {
    expect(readField(tree, 'entry.title')).toBe('T')
    expect(readField(tree, 'letters.0.body')).toBe('x')
  })

  it('finds nothing beyond what is there, nor in prototypes', () => {
    for (const field of ['entry.none', 'entry.title.length', 'letters.5.body', 'entry.constructor', '__proto__']) {
      expect(readField(tree, field), field).toBeUndefined()
    }
  })

  it('puts a value in without changing the original', () => {
    const next = withField(tree, 'letters.1.body', 'y')
    expect(next).toEqual({ entry: tree.entry, letters: [{ body: 'x' }, { body: 'y' }] })
    expect((tree.letters as Json[])[1]).toEqual({})
    expect(next.entry).toBe(tree.entry)
    expect(Array.isArray(next.letters)).toBe(true)
  })

  it('says so when there is no branch to put a value into', () => {
    expect(() => withField(tree, 'none.body', 'y')).toThrow('nothing to put')
  })
})
