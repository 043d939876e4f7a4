// A site's settings of search: the page that it leads to, and the names of its pages.

import type { MessageDescriptor } from '@lingui/core'
import type { RouteId } from '#/register.ts'

export type SiteSearch = {
  /** The results page. */
  route: RouteId
  /** Collection → name of its pages: `News`. */
  kinds: { [collection: string]: MessageDescriptor }
  /** Next steps when there are no hits: a contact, an address to write to. */
  assistant?: RouteId
  letter?: RouteId
}

/** Content of the box before anything is asked. */
export type Start = {
  /** Questions that find something. */
  suggestions: readonly string[]
  /** The parts of the site. */
  sections: readonly { href: string; label: string }[]
}
