// The parts page's entry. Language, theme and ground are in the address, so that a link opens a
// view.

import '#/styles/tokens.css'
import '#/styles/grounds.css'
import '#/styles/base.css'
import { I18nProvider } from '@lingui/react'
import { setDefinition } from '@portico/app'
import { loadI18n } from '@portico/app/i18n'
import { PageProvider, SiteProvider } from '@portico/app/page'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { PartsPage } from './parts-page.tsx'
import { samplePage, sampleSite } from './sample.ts'
import { partsSite } from './sample-routes.ts'
import { readView } from './view.ts'

setDefinition(partsSite)
const view = readView(window.location.search)
document.documentElement.lang = view.locale
document.documentElement.dataset.theme = view.theme
const i18n = await loadI18n(view.locale)

createRoot(document.getElementById('root') as HTMLElement).render(
  <MemoryRouter>
    <I18nProvider i18n={i18n}>
      <SiteProvider site={sampleSite}>
        <PageProvider page={samplePage(view.locale)}>
          <PartsPage view={view} />
        </PageProvider>
      </SiteProvider>
    </I18nProvider>
  </MemoryRouter>,
)
