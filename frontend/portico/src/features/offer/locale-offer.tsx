// One dismissible offer of the other language, for a visitor who came by a deep link in a language
// that the browser does not prefer (R1.01). The address is never overridden, and who has chosen a
// language before is not asked. The offer speaks the language that it offers: whoever needs it may
// not read the page's.

import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Alternate } from '#/contract.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { localeOf } from '#/i18n/locales.ts'
import { useLocaleSwitch } from '#/state/locale-switch.ts'
import { useOfferedLocale } from '#/state/offered-locale.ts'
import { setPreferences } from '#/state/preferences.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { Strip } from '#/ui/Strip/Strip.tsx'

export function LocaleOffer() {
  const alternate = useOfferedLocale()
  return alternate && <Translated key={alternate.locale} alternate={alternate} />
}

/** The offer, once its language is there; an offer that cannot be read is none. */
function Translated({ alternate }: { alternate: Alternate }) {
  const { locale } = alternate
  const [i18n, setI18n] = useState<I18n>()
  useEffect(() => {
    let isShown = true
    loadI18n(locale).then(
      (loaded) => isShown && setI18n(loaded),
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [locale])
  return (
    i18n && (
      <I18nProvider i18n={i18n}>
        <Offer alternate={alternate} />
      </I18nProvider>
    )
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
