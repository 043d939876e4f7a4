// The results of a search.

import { usePage } from '@portico/app/page'
import { SearchPage } from '@portico/app/search'
import { siteSearch } from '#/labels/site-search.ts'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'

export default function Page() {
  const { page } = usePage<PageData<'search'>>().data
  return (
    <>
      <PageHead title={page.title} />
      <SearchPage site={siteSearch} placeholder={page.lead} />
    </>
  )
}
