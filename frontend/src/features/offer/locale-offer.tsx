// One dismissible offer of the other language, for a visitor who came by a deep link in a language that the browser does not
// prefer (R1.01). The address is never overridden, and who has chosen a language before is not asked.

import { Trans, useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { usePage, useSite } from '#/app/page.tsx'
import type { Alternate, LocaleCode } from '#/contract.ts'
import { useAlternates, useLocaleSwitch } from '#/features/locale-switch/locale-switch.ts'
import { setPreferences, usePreferences } from '#/features/preferences/preferences.ts'
import { localeOf } from '#/i18n/locales.ts'
import { preferredLocale } from '#/i18n/prefer.ts'
import { readCookie } from '#/lib/cookies.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { Strip } from '#/ui/Strip/Strip.tsx'

export function LocaleOffer() {
  const alternate = useOfferedLocale()
  return alternate && <Offer alternate={alternate} />
}

/** This page in the language that is offered; undefined where nothing is. */
export function useOfferedLocale(): Alternate | undefined {
  const { locale } = usePage()
  const alternates = useAlternates()
  const { runtime } = useSite()
  const { restored, offerDismissed } = usePreferences()
  const wanted = useSyncExternalStore(never, () => wantedLocale(runtime.localeCookie), nothing)
  if (!restored || offerDismissed || wanted === locale) return undefined
  return alternates.find((alternate) => alternate.locale === wanted)
}

function Offer({ alternate }: { alternate: Alternate }) {
  const { t } = useLingui()
  const { switchTo } = useLocaleSwitch()
  const dismiss = () => setPreferences({ offerDismissed: true })
  return (
    <Strip label={t`Language`}>
      <p>
        <Trans comment="A language's own name follows">This page is also available in</Trans>{' '}
        <a
          href={alternate.href}
          hrefLang={alternate.locale}
          lang={alternate.locale}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            switchTo(alternate.locale)
          }}
        >
          {localeOf(alternate.locale).name}
        </a>
      </p>
      <Button onClick={dismiss}>
        <Trans comment="Declines the offer of another language">No, thanks</Trans>
      </Button>
    </Strip>
  )
}

/** What the browser prefers does not change while a page is open. */
const never = () => () => {}
const nothing = () => undefined

/** The language to offer; none to a visitor who has chosen one. */
function wantedLocale(cookie: string): LocaleCode | undefined {
  return readCookie(cookie) === undefined ? preferredLocale(navigator.languages) : undefined
}
