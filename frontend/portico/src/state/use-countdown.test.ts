// @vitest-environment jsdom

import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCountdown } from './use-countdown.ts'

const SECOND_MS = 1_000

/** Advances the clock by a millisecond whenever it is read, as on a slow machine. */
function hastenClock() {
  const read = Date.now
  let readings = 0
  vi.spyOn(Date, 'now').mockImplementation(() => read() + readings++)
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('no wait is none, however slowly the clock is read', () => {
  hastenClock()
  const { result } = renderHook(() => useCountdown())
  act(() => result.current[1](0))
  expect(result.current[0]).toBe(0)
})

it('a wait ends, however slowly the clock is read', () => {
  hastenClock()
  const { result } = renderHook(() => useCountdown())
  act(() => result.current[1](3))
  expect(result.current[0]).toBe(3)
  act(() => vi.advanceTimersByTime(4 * SECOND_MS))
  expect(result.current[0]).toBe(0)
})
