// Changing the language: the current locale is the page's, a pending one exists while the other
// page loads (R4.04).

import { useLocation, useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Alternate, LocaleCode } from '#/contract.ts'
import { prefixed, siteLocales, unprefixed } from '#/i18n/locales.ts'
import { writeLocaleCookie } from '#/lib/cookies.ts'
import { usePage, useSite } from '#/page/page.tsx'
import { href, standsIn } from '#/page/paths.ts'

const store = createStore<{ pending: LocaleCode | null }>(() => ({ pending: null }))

export type LocaleSwitch = {
  current: LocaleCode
  /** The language that is being switched to, until its page shows. */
  pending: LocaleCode | null
  /** This page in every language it exists in. */
  alternates: Alternate[]
  /**
   * Shows this page in another language, or that language's home if the page does not exist in it,
   * and remembers the choice.
   */
  switchTo: (locale: LocaleCode) => void
}

export function useLocaleSwitch(): LocaleSwitch {
  const { locale: current } = usePage()
  const alternates = useAlternates()
  const { runtime } = useSite()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const pending = useStore(store, (state) => state.pending)
  const switchTo = (locale: LocaleCode) => {
    writeLocaleCookie(runtime.localeCookie, locale)
    if (locale === current) return
    store.setState({ pending: locale })
    const target = alternates.find((candidate) => candidate.locale === locale)?.href ?? prefixed('/', locale)
    // An unknown address is answered in the language that is now chosen.
    if (target === pathname + search) window.location.reload()
    else navigate(target)
  }
  return { current, pending: pending === current ? null : pending, alternates, switchTo }
}

/**
 * This page in every language in which it exists, with its query: filters and order mean the same
 * in all. An error replaces the requested address, which the first render does not know; the
 * requested address is offered in the other language, or no link is.
 */
export function useAlternates(): Alternate[] {
  const { route, locale, alternates } = usePage()
  const { pathname, search } = useLocation()
  if (!standsIn(route)) return alternates.map((alternate) => ({ ...alternate, href: alternate.href + search }))
  if (pathname === href(route, {}, locale)) return []
  const { path } = unprefixed(pathname)
  return siteLocales().map(({ code }) => ({ locale: code, href: prefixed(path, code) + search }))
}

/** Called by the app whenever a page shows: ends the pending switch. */
export function settleLocale(): void {
  store.setState({ pending: null })
}
