// What a site hands over to search: where it leads, and what its pages are called.

import type { MessageDescriptor } from '@lingui/core'
import type { RouteId } from '#/register.ts'

export type SiteSearch = {
  /** The results page. */
  route: RouteId
  /** Collection → what its pages are called: `News`. */
  kinds: { [collection: string]: MessageDescriptor }
  /** Ways on where nothing was found: somebody to ask, somebody to write to. */
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
