// A page that waits for its scripts notes in its markup that it needs them.

import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Waiting } from '#/ui/State/State.tsx'

it('a waiting state in prerendered markup says that it needs JavaScript', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Waiting>Opening the list…</Waiting>
    </I18nProvider>,
  )
  expect(markup).toMatch(/<noscript><p>This page needs JavaScript/u)
  expect(markup).toMatch(/data-waiting[^>]*>Opening the list…/u)
})
