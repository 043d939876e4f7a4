// The language to offer: the browser's preferred one, if the page is in another and the visitor has
// neither chosen nor declined one (R1.01).

import { useSyncExternalStore } from 'react'
import type { Alternate, LocaleCode } from '#/contract.ts'
import { preferredLocale } from '#/i18n/prefer.ts'
import { readCookie } from '#/lib/cookies.ts'
import { usePage, useSite } from '#/page/page.tsx'
import { useAlternates } from '#/state/locale-switch.ts'
import { usePreferences } from '#/state/preferences.ts'

/** This page in the offered language; undefined if none is offered. */
export function useOfferedLocale(): Alternate | undefined {
  const { locale } = usePage()
  const alternates = useAlternates()
  const { runtime } = useSite()
  const { restored, offerDismissed } = usePreferences()
  const wanted = useSyncExternalStore(never, () => wantedLocale(runtime.localeCookie), nothing)
  if (!restored || offerDismissed || wanted === locale) return undefined
  return alternates.find((alternate) => alternate.locale === wanted)
}

/** The browser's preference, which does not change while a page is open. */
const never = () => () => {}
const nothing = () => undefined

/** The language to offer; none to a visitor who has chosen one. */
function wantedLocale(cookie: string): LocaleCode | undefined {
  return readCookie(cookie) === undefined ? preferredLocale(navigator.languages) : undefined
}
