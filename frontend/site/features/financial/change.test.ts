import { describe, expect, it } from 'vitest'
import { countChange, percentChange } from './change.ts'

describe('change against the year before', () => {
  it.each([
    [18.6, 16, '+16%'],
    [291.8, 314.4, '−7%'],
    [0, 40, '−100%'],
    [100.2, 100, '0%'],
  ])('%d after %d is %s', (now, before, text) => {
    expect(percentChange(now, before)).toBe(text)
  })

  it('nothing can be said of the first year, nor of growth from nothing', () => {
    expect(percentChange(7.9, undefined)).toBe('–')
    expect(percentChange(5, 0)).toBe('–')
    expect(countChange(41, undefined)).toBe('–')
  })

  it('people are counted, not put in percent', () => {
    expect([countChange(46, 41), countChange(47, 48), countChange(48, 48)]).toEqual(['+5', '−1', '0'])
  })
})
