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
  const header = { current: document.createElement('header') }
  renderHook(() => useReturned(header))
  const isBack = () => header.current.style.position === 'sticky'
  for (const [top, back] of [
    [900, false],
    [895, false],
    [880, true],
    [884, true],
    [10, true],
    [0, false],
  ] as const) {
    scrollTo(top)
    expect(isBack(), `${top}`).toBe(back)
  }
})
