// The results of a search; before anything is asked, questions that find something.

import { Suggestions } from '@portico/app/chat'
import { usePage } from '@portico/app/page'
import { SearchForm, SearchPage } from '@portico/app/search'
import { Asking } from '#/features/asking/asking.tsx'
import { siteSearch } from '#/labels/site-search.ts'
import { suggestions } from '#/labels/suggestions.ts'
import type { PageData } from '#/queries.ts'

export default function Page() {
  const { page } = usePage<PageData<'search'>>().data
  const start = suggestions(page)
  return (
    <Asking title={page.title}>
      <SearchPage site={siteSearch} placeholder={page.lead}>
        {start !== undefined && (
          <SearchForm>
            <Suggestions title={start.title} questions={start.questions} />
          </SearchForm>
        )}
      </SearchPage>
    </Asking>
  )
}
