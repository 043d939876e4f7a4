// The parts of an answer to a search without JavaScript, for the origin.

import { searchFile } from '@portico/app/worker'
import { siteSearch } from '#/labels/site-search.ts'
import type { PageData } from '#/queries.ts'

export default searchFile({ site: siteSearch, placeholder: (data) => (data as unknown as PageData<'search'>).page.lead })
