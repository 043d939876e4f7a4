// What search is told of the site: where it leads, and what its pages are called.

// @part news
import { msg } from '@lingui/core/macro'
// @end
import type { SiteSearch } from '@portico/app/features/search/site-search.ts'

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
