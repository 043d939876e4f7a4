// @vitest-environment jsdom

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepOf, localKeep, sessionKeep } from '#/lib/storage.ts'

beforeEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

const areas = [
  ['local', () => localStorage, localKeep],
  ['session', () => sessionStorage, sessionKeep],
] as const

describe.each(areas)('%s storage (R9.05)', (kind, area, keep) => {
  it('is the browser’s, of the kind that configuration names', () => {
    expect(keepOf(kind)).toBe(keep)
    keep.set('a', '1')
    expect(area().getItem('a')).toBe('1')
    area().setItem('a', 'another tab’s')
    expect(keep.get('a')).toBe('another tab’s')
    keep.remove('a')
    expect([keep.get('a'), area().getItem('a')]).toEqual([null, null])
  })

  it('is memory where the browser refuses to be looked at', () => {
    vi.spyOn(window, `${kind}Storage`, 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    keep.set('b', '1')
    expect(keep.get('b')).toBe('1')
    keep.remove('b')
    expect(keep.get('b')).toBeNull()
  })

  it('is memory for what no longer fits, and the newest value counts', () => {
    keep.set('c', 'old')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    keep.set('c', 'new')
    expect(keep.get('c')).toBe('new')
    full.mockRestore()
    keep.set('c', 'newer')
    expect([keep.get('c'), area().getItem('c')]).toEqual(['newer', 'newer'])
  })
})
