// The site as the search shows it: its links, and the names of its pages.

import { msg } from '@lingui/core/macro'
import type { SiteSearch } from '@portico/app/search'

export const siteSearch: SiteSearch = {
  route: 'search',
  kinds: {
    exhibitions: msg`Exhibitions`,
    artists: msg`Artists`,
    news: msg`News`,
  },
  letter: 'contact',
}
