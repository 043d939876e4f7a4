// @vitest-environment jsdom

import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { returns, useReturned } from './use-returned.ts'

const scrollTo = (top: number) =>
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: top, configurable: true })
    dispatchEvent(new Event('scroll'))
  })

it.each([
  ['down', 300, 900, 64, false],
  ['up', -300, 900, 64, true],
  ['up to its own place', -300, 64, 64, false],
  ['up to the top, once it is back', -60, 4, 0, true],
  ['to the top', -4, 0, 0, false],
])('%s', (_, moved, top, height, back) => {
  expect(returns(moved, top, height)).toBe(back)
})

it('comes back on the way up and leaves on the way down; a finger that trembles has no direction', () => {
  const header = { current: Object.assign(document.createElement('header'), { animate: () => {} }) }
  const { result } = renderHook(() => useReturned(header))
  scrollTo(900)
  expect(result.current).toBe(false)
  scrollTo(895)
  expect(result.current).toBe(false)
  scrollTo(880)
  expect(result.current).toBe(true)
  scrollTo(884)
  expect(result.current).toBe(true)
  scrollTo(10)
  expect(result.current).toBe(true)
  scrollTo(0)
  expect(result.current).toBe(false)
})
