// The setup of every spec about pages: the running site, its documents, and tabs to open them in.

import { before } from 'node:test'
import { type Site, useSite } from '../fixtures/site.ts'
import { type Document, type Subject, documentsOf, subjectsOf } from '../kit/pages/documents.ts'
import { type Tabs, openTabs } from '../kit/pages/tabs.ts'

/** Everything instead of one page per template, for scripts/soak. */
export const isSoak = process.env['PORTICO_PAGES'] === 'all'

export type SitePages = Site & { documents: Document[]; templates: Subject[]; tabs: Tabs }

/** Call it inside `describe`; the fields are there from the first test on. */
export function useSitePages(): SitePages {
  const site = useSite() as SitePages
  before(async () => {
    site.documents = documentsOf(site.stack.builds)
    site.templates = subjectsOf(site.documents, isSoak)
    site.tabs = openTabs(site.browser, site.stack)
  })
  return site
}
