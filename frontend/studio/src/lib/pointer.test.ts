import { describe, expect, it } from 'vitest'
import { below, valueAt, withValue } from './pointer.ts'

const fields = { title: 'Tide', tags: ['x', 'y'], facts: [{ label: 'Age' }], 'a/b': 1 }

describe('a pointer', () => {
  it.each([
    ['/title', 'Tide'],
    ['/tags/1', 'y'],
    ['/facts/0/label', 'Age'],
    ['/a~1b', 1],
    ['/none/below', undefined],
  ])('%s leads to its value', (pointer, value) => {
    expect(valueAt(fields, pointer)).toBe(value)
  })

  it('is made from names that hold its own signs', () => {
    expect(below('/x', 'a/b~c')).toBe('/x/a~1b~0c')
  })
})

describe('a change of one value', () => {
  it('leaves the others and the old fields as they are', () => {
    const changed = withValue(fields, '/facts/0/label', 'Height')
    expect(valueAt(changed, '/facts/0/label')).toBe('Height')
    expect(fields.facts[0]?.label).toBe('Age')
    expect(valueAt(changed, '/tags')).toBe(fields.tags)
  })

  it('makes groups that are missing, and takes values and items out', () => {
    expect(withValue({}, '/name/en', 'Tide')).toEqual({ name: { en: 'Tide' } })
    expect(withValue(fields, '/tags/0', undefined)).toMatchObject({ tags: ['y'] })
    expect(withValue({ a: 1, b: 2 }, '/a', undefined)).toEqual({ b: 2 })
  })
})
