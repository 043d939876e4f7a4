// Changing the language: the current locale is the page's, a pending one exists while the other page loads (R4.04).

import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { usePage, useSite } from '#/app/page.tsx'
import type { Alternate, LocaleCode } from '#/contract.ts'
import { prefixed } from '#/i18n/locales.ts'
import { writeLocaleCookie } from '#/lib/cookies.ts'

const store = createStore<{ pending: LocaleCode | null }>(() => ({ pending: null }))

export type LocaleSwitch = {
  current: LocaleCode
  /** The language that is being switched to, until its page shows. */
  pending: LocaleCode | null
  /** This page in every language it exists in. */
  alternates: Alternate[]
  /** Shows this page in another language, or that language's home where the page has none, and remembers the choice. */
  switchTo: (locale: LocaleCode) => void
}

export function useLocaleSwitch(): LocaleSwitch {
  const { locale: current, alternates } = usePage()
  const { runtime } = useSite()
  const navigate = useNavigate()
  const pending = useStore(store, (state) => state.pending)
  const switchTo = (locale: LocaleCode) => {
    writeLocaleCookie(runtime.localeCookie, locale)
    if (locale === current) return
    store.setState({ pending: locale })
    const alternate = alternates.find((candidate) => candidate.locale === locale)
    navigate(alternate?.href ?? prefixed('/', locale))
  }
  return { current, pending: pending === current ? null : pending, alternates, switchTo }
}

/** Called by the app whenever a page shows: whatever was pending is over. */
export function settleLocale(): void {
  store.setState({ pending: null })
}
