// The main links of the site, as its header and its search name them.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useHref, usePage } from '@portico/app/page'

/** A main link: to a document by its name, or to a page. */
export type MainLink = { document: string; label: MessageDescriptor } | { page: 'chat'; label: MessageDescriptor }

export const links: MainLink[] = [
  { document: 'your-own-site', label: msg`Guide` },
  { document: 'editors', label: msg`For editors` },
  { document: 'reference-schema-keywords', label: msg`Reference` },
  { page: 'chat', label: msg`Assistant` },
]

/** The main links with their addresses in the page's language. */
export function useMainLinks(): { href: string; label: MessageDescriptor; isCurrent: boolean }[] {
  const { path } = usePage()
  const href = useHref()
  return links.map((link) => {
    const address = 'page' in link ? href(link.page) : href('document', { id: link.document })
    return { href: address, label: link.label, isCurrent: address === path }
  })
}
