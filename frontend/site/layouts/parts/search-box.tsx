// The search box of this site. Its suggestions are the results page's own words, from its payload;
// if they cannot be fetched, it has none.

import { useLingui } from '@lingui/react'
import type { LocaleCode } from '@portico/app'
import { href, useHref } from '@portico/app/page'
import { loadLive } from '@portico/app/search'
import type { ComponentType } from 'react'
import { parts } from '#/labels/navigation.ts'
import { siteSearch } from '#/labels/site-search.ts'
import { suggestions } from '#/labels/suggestions.ts'
import type { PageData } from '#/queries.ts'

/** The box in a language. */
export async function loadBox(locale: LocaleCode): Promise<ComponentType<{ onClose: () => void }>> {
  const [{ Box }, questions] = await Promise.all([loadLive(locale, true), loadSuggestions(locale)])
  return function SiteBox({ onClose }) {
    const { i18n } = useLingui()
    const to = useHref()
    const sections = parts.map(({ id, label }) => ({ href: to(id), label: i18n._(label) }))
    return <Box site={siteSearch} start={{ suggestions: questions, sections }} onClose={onClose} />
  }
}

async function loadSuggestions(locale: LocaleCode): Promise<string[]> {
  try {
    const answer = await fetch(`${href(siteSearch.route, {}, locale)}/_payload.json`)
    const { page } = (await answer.json()).payload.data as PageData<'search'>
    return suggestions(page)?.questions ?? []
  } catch (error) {
    console.warn('search does without suggestions', error)
    return []
  }
}
