// Renders a part of a page as it appears in the app: in a language, on a route, inside a router.
// The rendered part is removed after the test.

import { I18nProvider } from '@lingui/react'
import { cleanup, configure, type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach } from 'vitest'
import type { LocaleCode, PageInput } from '#/contract.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { PageProvider, SiteProvider } from '#/page/page.tsx'
import { fixtureInput } from '#/testing/fixture-site.tsx'

// An element appears at once on an idle machine; a busy one is given time.
configure({ asyncUtilTimeout: 4_000 })
afterEach(cleanup)

export type RenderPartOptions<Code extends string = LocaleCode> = { route?: string; locale?: Code; at?: string }

/** Renders `part` on a page of a site. */
export async function renderOn(page: PageInput, part: ReactNode, at: string = page.path): Promise<RenderResult> {
  const i18n = await loadI18n(page.locale)
  return render(
    <MemoryRouter initialEntries={[at]}>
      <I18nProvider i18n={i18n}>
        <SiteProvider site={page.site}>
          <PageProvider page={page}>{part}</PageProvider>
        </SiteProvider>
      </I18nProvider>
    </MemoryRouter>,
  )
}

/** Renders `part` on a page of the fixture site. */
export function renderPart(
  part: ReactNode,
  { route = 'home', locale = 'en', at }: RenderPartOptions<string> = {},
): Promise<RenderResult> {
  // The fixture has its own languages, whatever those of the site are.
  return renderOn(fixtureInput(route, locale as LocaleCode), part, at)
}
