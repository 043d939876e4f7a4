// @vitest-environment jsdom

import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { useTypedText } from './use-typed-text.ts'

const at = (search: string) => history.replaceState(null, '', `/${search}`)
const show = (sent = '') => renderHook(({ sent }) => useTypedText('field', sent), { initialProps: { sent } })

beforeEach(() => {
  sessionStorage.clear()
  at('')
})

// R2.12, R4.04
it('a typed text is there when its page is shown again at the same address', () => {
  const first = show()
  act(() => first.result.current.type('abc'))
  first.unmount()
  expect(show().result.current.text).toBe('abc')
})

it('another address shows its own text', () => {
  const { result, rerender } = show()
  act(() => result.current.type('abc'))
  at('?q=x')
  rerender({ sent: 'x' })
  expect(result.current.text).toBe('x')
  at('')
  rerender({ sent: '' })
  expect(result.current.text).toBe('')
})

it('a text that was typed before the address was read is newer than the address', () => {
  at('?q=x')
  const { result, rerender } = show()
  act(() => result.current.type('abc'))
  rerender({ sent: 'x' })
  expect(result.current.text).toBe('abc')
})

it('a text that was sent, or taken back, is not found again', () => {
  const { result } = show()
  act(() => result.current.type('abc'))
  act(() => result.current.forget())
  expect(show().result.current.text).toBe('')
  act(() => result.current.type('abc'))
  act(() => result.current.type(''))
  expect(show().result.current.text).toBe('')
})

it('a text of several lines is kept whole', () => {
  const { result } = show()
  act(() => result.current.type('a\nb\n'))
  expect(show().result.current.text).toBe('a\nb\n')
})

it.each(['', '{', '{"text":1,"at":""}'])('torn storage %s has no text', (stored) => {
  sessionStorage.setItem('portico-typed field', stored)
  expect(show().result.current.text).toBe('')
})
