// The names of kinds of pages; a kind that the site does not name is called a page.

import { useLingui } from '@lingui/react/macro'
import type { SiteSearch } from '../site-search.ts'

export function useKindName({ kinds }: SiteSearch): (kind: string) => string {
  const { t, i18n } = useLingui()
  return (kind) => {
    const name = kinds[kind]
    return name === undefined
      ? t({ message: 'Site pages', comment: 'Kind of pages: those that belong to no collection' })
      : i18n._(name)
  }
}
