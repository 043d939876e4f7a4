// @vitest-environment jsdom

import { beforeEach, describe, expect, it } from 'vitest'
import { GUARD_MS, mayReload } from '#/state/chunk-reload.ts'

beforeEach(() => sessionStorage.clear())

describe('chunk reload (R8.03, R9.03)', () => {
  it('at most once in 10 s per path', () => {
    expect(GUARD_MS).toBe(10_000)
    expect(mayReload('/news', 1_000)).toBe(true)
    expect(mayReload('/news', 10_999)).toBe(false)
    expect(mayReload('/news', 11_000)).toBe(true)
  })

  it('another path is another matter', () => {
    expect(mayReload('/news', 1_000)).toBe(true)
    expect(mayReload('/about', 1_001)).toBe(true)
  })

  it('is remembered over the reload, in session storage', () => {
    mayReload('/news', 1_000)
    expect(sessionStorage.getItem('portico-chunk-reload /news')).toBe('1000')
  })
})
