// The site as the search shows it: its links, and the names of its pages.

// @part news
import { msg } from '@lingui/core/macro'
// @end
import type { SiteSearch } from '@portico/app/search'

export const siteSearch: SiteSearch = {
  route: 'search',
  kinds: {
    // @part news
    news: msg`News`,
    // @end
  },
  // @part forms
  letter: 'contact',
  // @end
}
