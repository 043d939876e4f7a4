// The parts of a page's own texts, which a layout places by their ids.

import type { Entry } from '@portico/app/page'

/** A part of an entry of the collection `pages`. */
export type PageSection = NonNullable<Entry<'pages', 'sections'>['sections']>[number]

/** An item of such a part. */
export type SectionItem = NonNullable<PageSection['items']>[number]

/**
 * The part with this id; undefined where the editor left it out, and then the page leaves it out as
 * well.
 */
export function section(page: { sections?: PageSection[] }, id: string): PageSection | undefined {
  return page.sections?.find((part) => part.id === id)
}
