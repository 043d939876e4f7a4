// What search is told of the site: where it leads, and what its pages are called.

import { msg } from '@lingui/core/macro'
import type { SiteSearch } from '@portico/app/features/search/site-search.ts'

export const siteSearch: SiteSearch = {
  route: 'search',
  kinds: { companies: msg`Companies`, cases: msg`Cases`, news: msg`News` },
  assistant: 'chat',
  letter: 'message-work',
}
