// The site's settings of search: the page that it leads to, and the names of its pages.

import { msg } from '@lingui/core/macro'
import type { SiteSearch } from '@portico/app/search'

export const siteSearch: SiteSearch = {
  route: 'search',
  kinds: { companies: msg`Companies`, cases: msg`Cases`, news: msg`News` },
  assistant: 'chat',
  letter: 'message-work',
}
