// @vitest-environment jsdom

import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PageProvider } from '#/page/page.tsx'
import { fixtureInput } from '#/testing/fixture-site.tsx'
import { useAccountDialog } from './use-account-dialog.ts'

vi.mock('./account-dialog.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

const reload = vi.fn()

const page = fixtureInput('home', 'en')
const wrapper = ({ children }: { children: ReactNode }) => <PageProvider page={page}>{children}</PageProvider>

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('location', { ...window.location, reload })
})

describe('the account dialog', () => {
  it('R8.03: code that a release has replaced: one reload, and not another one at the next try', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { result } = renderHook(useAccountDialog, { wrapper })
    await act(() => result.current.open())
    expect([result.current.Dialog, reload.mock.calls.length]).toEqual([undefined, 1])
    await act(() => result.current.open())
    expect(reload).toHaveBeenCalledOnce()
  })
})
