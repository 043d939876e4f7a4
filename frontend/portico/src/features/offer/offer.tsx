// The offer itself, in the language that it offers: its readers may not understand the page's.

import { I18nProvider } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Alternate } from '#/contract.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { localeOf } from '#/i18n/locales.ts'
import { useLocaleSwitch } from '#/state/locale-switch.ts'
import { setPreferences } from '#/state/preferences.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { Strip } from '#/ui/Strip/Strip.tsx'

/** The offer of the page in another language, once its words are there. */
export async function offerOf(alternate: Alternate): Promise<ReactNode> {
  const i18n = await loadI18n(alternate.locale)
  return (
    <I18nProvider i18n={i18n}>
      <Offer alternate={alternate} />
    </I18nProvider>
  )
}

function Offer({ alternate }: { alternate: Alternate }) {
  const { t } = useLingui()
  const { switchTo } = useLocaleSwitch()
  const dismiss = () => setPreferences({ offerDismissed: true })
  return (
    <Strip label={t`Language`} lang={alternate.locale} dir={localeOf(alternate.locale).dir}>
      <p>
        <Trans comment="Offered to whoever reads your language, on a page in another one: name your own language">
          This page is also available in English.
        </Trans>{' '}
        <a
          href={alternate.href}
          hrefLang={alternate.locale}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            switchTo(alternate.locale)
          }}
        >
          <Trans comment="Leads to the page in your language: name it">Read it in English</Trans>
        </a>
      </p>
      <Button onClick={dismiss}>
        <Trans comment="Declines the offer of another language">Stay here</Trans>
      </Button>
    </Strip>
  )
}
