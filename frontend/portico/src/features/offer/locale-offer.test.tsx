// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://site.example/" }

import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { restorePreferences, setPreferences } from '#/state/preferences.ts'
import { renderPart } from '#/testing/render-part.tsx'
import { LocaleOffer } from './locale-offer.tsx'

beforeEach(async () => {
  document.cookie = 'i18n_redirected=; Max-Age=0; Path=/'
  await restorePreferences('local')
  setPreferences({ offerDismissed: false })
})
afterEach(() => vi.restoreAllMocks())

// R1.01
it.each([
  ['zh-CN', 'en', 'This page is also available in English.', 'Read it in English', 'Stay here'],
  ['en', 'zh-CN', '本页也有中文版。', '阅读中文版', '留在本页'],
] as const)('on a page in %s the whole offer speaks %s', async (locale, wanted, sentence, link, decline) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([wanted])
  await renderPart(<LocaleOffer />, { route: 'about', locale })
  const offer = await screen.findByRole('complementary')
  expect(offer.lang).toBe(wanted)
  expect(offer.textContent).toBe(`${sentence} ${link}${decline}`)
  expect(within(offer).getByRole('link', { name: link }).getAttribute('hreflang')).toBe(wanted)
  await userEvent.click(within(offer).getByRole('button', { name: decline }))
  expect(screen.queryByRole('complementary')).toBeNull()
})
