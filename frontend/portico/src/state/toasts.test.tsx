// @vitest-environment jsdom

import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { dismiss, notify, toast, useToasts } from '#/state/toasts.ts'

describe('messages', () => {
  it('a toast lasts 3 s, a notification 4.5 s (R9.04); each can be taken away', () => {
    const { result } = renderHook(useToasts)
    act(() => {
      toast.error('no')
      notify({ title: 'Done', body: 'It is sent.' })
    })
    expect(result.current.map(({ kind, lasts }) => [kind, lasts])).toEqual([
      ['error', 3_000],
      ['notification', 4_500],
    ])
    act(() => dismiss(result.current[0]!.id))
    expect(result.current.map(({ kind }) => kind)).toEqual(['notification'])
  })

  it('a new toast closes older ones, and no notification', () => {
    const { result } = renderHook(useToasts)
    act(() => {
      toast.error('no')
      toast.success('yes')
      toast.error('wrong')
    })
    expect(result.current.map(({ kind, lasts }) => [kind, lasts])).toEqual([
      ['notification', 4_500],
      ['error', 3_000],
    ])
  })
})
