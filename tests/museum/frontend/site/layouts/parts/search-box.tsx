// The search box of this site, whose code is fetched when it is opened.

import { useLingui } from '@lingui/react'
import type { LocaleCode } from '@portico/app'
import { useHref } from '@portico/app/page'
import { loadLive } from '@portico/app/search'
import type { ComponentType } from 'react'
import { parts } from '#/labels/navigation.ts'
import { siteSearch } from '#/labels/site-search.ts'

/** The box in a language. */
export async function loadBox(locale: LocaleCode): Promise<ComponentType<{ onClose: () => void }>> {
  const { Box } = await loadLive(locale, true)
  return function SiteBox({ onClose }) {
    const { i18n } = useLingui()
    const href = useHref()
    const sections = parts.map(({ id, label }) => ({ href: href(id), label: i18n._(label) }))
    return <Box site={siteSearch} start={{ suggestions: [], sections }} onClose={onClose} />
  }
}
