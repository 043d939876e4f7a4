// The studio's entry: words first, then the interface.

import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { activateLanguage, preferredLanguage } from './lib/words.ts'
import { start } from './start.ts'
import './styles/base.css'
import './styles/layout.css'
import './styles/bar.css'
import './styles/fields.css'
import './styles/entries.css'
import './styles/review.css'
import './styles/compare.css'
import './styles/sides.css'
import './styles/history.css'
import './styles/messages.css'

await activateLanguage(preferredLanguage())
createRoot(document.getElementById('studio') as HTMLElement).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <App />
    </I18nProvider>
  </StrictMode>,
)
await start()
