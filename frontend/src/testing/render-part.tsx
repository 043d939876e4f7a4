// Renders a part of a page as it stands in the app: in a language, on a route, inside a router.
// What a test rendered is taken away after it.

import { I18nProvider } from '@lingui/react'
import { cleanup, configure, type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach } from 'vitest'
import type { LocaleCode } from '#/contract.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { PageProvider, SiteProvider } from '#/page/page.tsx'
import { sampleInput, sampleSite } from '#/testing/sample-payload.ts'

// What appears does so at once on an idle machine; a busy one is given time.
configure({ asyncUtilTimeout: 4_000 })
afterEach(cleanup)

export type RenderPartOptions = { route?: string; locale?: LocaleCode; at?: string }

export async function renderPart(part: ReactNode, options: RenderPartOptions = {}): Promise<RenderResult> {
  const { route = 'home', locale = 'en', at } = options
  const page = sampleInput(route, locale)
  const i18n = await loadI18n(locale)
  return render(
    <MemoryRouter initialEntries={[at ?? page.path]}>
      <I18nProvider i18n={i18n}>
        <SiteProvider site={sampleSite}>
          <PageProvider page={page}>{part}</PageProvider>
        </SiteProvider>
      </I18nProvider>
    </MemoryRouter>,
  )
}
