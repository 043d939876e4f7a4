// @vitest-environment jsdom

import { beforeEach, expect, it } from 'vitest'
import { restorePreferences, setPreferences } from '#/state/preferences.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it.each([
  ['session', () => sessionStorage, () => localStorage],
  ['local', () => localStorage, () => sessionStorage],
] as const)(
  'R9.05: what a visitor chose is kept in %s storage if the configuration says so, and nowhere else',
  async (kind, named, other) => {
    await restorePreferences(kind)
    setPreferences({ noticeRead: true })
    expect(Object.values({ ...named() }).join()).toContain('"noticeRead":true')
    expect({ ...other() }).toEqual({})
  },
)
