// @vitest-environment jsdom

import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dismiss, notify, toast, useToasts } from '#/features/toasts/toasts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(() => vi.runAllTimers())
  vi.useRealTimers()
})

describe('toasts (R9.04)', () => {
  it('a toast lasts 3 s, a notification 4.5 s', () => {
    const { result } = renderHook(useToasts)
    act(() => {
      toast.error('no')
      notify({ title: 'Done', body: 'It is sent.' })
    })
    expect(result.current.map(({ kind }) => kind)).toEqual(['error', 'notification'])
    act(() => vi.advanceTimersByTime(2_999))
    expect(result.current).toHaveLength(2)
    act(() => vi.advanceTimersByTime(1))
    expect(result.current.map(({ kind }) => kind)).toEqual(['notification'])
    act(() => vi.advanceTimersByTime(1_500))
    expect(result.current).toEqual([])
  })

  it('can be taken away before', () => {
    const { result } = renderHook(useToasts)
    act(() => toast.success('yes'))
    act(() => dismiss(result.current[0]!.id))
    expect(result.current).toEqual([])
  })
})
