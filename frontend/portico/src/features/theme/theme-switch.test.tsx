// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { restorePreferences } from '#/state/preferences.ts'
import { expectAccessible } from '#/testing/axe.ts'
import { stubViewport } from '#/testing/in-view.ts'
import { renderPart } from '#/testing/render-part.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

// R9.05
it('is fetched when it comes into view; what is chosen is shown, kept, and taken from other tabs', async () => {
  const shown: unknown[] = []
  addEventListener('theme', (event) => shown.push((event as CustomEvent).detail))
  const viewport = stubViewport()
  restorePreferences('local')
  const { container } = await renderPart(<ThemeSwitch />)
  expect(screen.queryByRole('combobox')).toBeNull()
  // R2.04: its place in view does not start the app.
  expect(container.querySelector('[data-live]')).toBeNull()
  for (const place of viewport.waiting()) viewport.show(place)
  const choice: HTMLSelectElement = await screen.findByRole('combobox', { name: 'Colours' })
  await userEvent.selectOptions(choice, 'Dark')
  expect(JSON.parse(localStorage.getItem('portico-preferences') ?? '')).toMatchObject({ theme: 'dark' })
  await expectAccessible()
  localStorage.setItem('portico-preferences', '{"theme":"light"}')
  dispatchEvent(new StorageEvent('storage', { key: 'portico-preferences' }))
  await waitFor(() => expect(choice.value).toBe('light'))
  expect(shown).toEqual(['system', 'dark', 'light'])
})

it('is not there where the system forces its colours', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('forced-colors') }))
  await renderPart(<ThemeChoice />)
  expect(screen.queryByRole('combobox')).toBeNull()
})
