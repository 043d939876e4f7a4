// @vitest-environment jsdom

import { I18nProvider } from '@lingui/react'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { loadI18n } from '#/i18n/catalogs.ts'
import { useForm } from '#/ui/form/use-form.ts'

async function form(initial?: { name?: string }) {
  const i18n = await loadI18n('en')
  const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>
  const fields = {
    name: { label: 'Name', kind: 'text' as const },
    terms: { label: '', kind: 'text' as const, message: 'Please accept' },
  }
  return renderHook(() => useForm(fields, initial), { wrapper }).result
}

describe('the state of a form (R5.01)', () => {
  it('says nothing before the first attempt, then what is wrong, in the words of the field if it has some', async () => {
    const result = await form()
    expect(result.current.errors).toEqual({})
    await act(async () => expect(await result.current.attempt()).toBe(false))
    expect(result.current.errors).toEqual({ name: 'Please enter Name', terms: 'Please accept' })
    expect(result.current.failures).toBe(1)
    act(() => result.current.set('name', 'Lin'))
    expect(result.current.errors).toEqual({ terms: 'Please accept' })
  })

  it('a refusal stands until its field is changed, and counts as a failure', async () => {
    const result = await form()
    act(() => result.current.set('name', 'Lin'))
    act(() => result.current.set('terms', 'yes'))
    await act(async () => expect(await result.current.attempt()).toBe(true))
    act(() => result.current.refuse('name', 'Taken'))
    expect([result.current.errors, result.current.failures]).toEqual([{ name: 'Taken' }, 1])
    act(() => result.current.set('terms', ''))
    expect(result.current.errors).toEqual({ name: 'Taken' })
    act(() => result.current.set('name', 'Lin2'))
    expect(result.current.errors).toEqual({})
  })

  it('is dirty when it differs from what stood there first', async () => {
    const result = await form({ name: 'Lin' })
    expect([result.current.values.name, result.current.dirty]).toEqual(['Lin', false])
    act(() => result.current.set('name', ''))
    expect([result.current.values.name, result.current.dirty]).toEqual(['', true])
    act(() => result.current.reset())
    expect([result.current.values.name, result.current.dirty]).toEqual(['Lin', false])
  })

  it('makes one attempt of a double click', async () => {
    const result = await form({ name: 'Lin' })
    act(() => result.current.set('terms', 'yes'))
    await act(async () => {
      const { attempt } = result.current
      expect(await Promise.all([attempt(), attempt()])).toEqual([true, false])
    })
  })
})
