// The site as the search shows it: its links, and the names of its pages.

import { msg } from '@lingui/core/macro'
import type { SiteSearch } from '@portico/app/search'

export const siteSearch: SiteSearch = {
  route: 'search',
  kinds: { documents: msg`Documents` },
  assistant: 'chat',
}
