// The results of a search; before anything is asked, questions that find something.

import { SearchForm, SearchPage } from '@portico/app/features/search/search-page.tsx'
import { Suggestions } from '@portico/app/features/search/suggestions.tsx'
import { usePage } from '@portico/app/page/page.tsx'
import { section } from '#/labels/page-sections.ts'
import { siteSearch } from '#/labels/site-search.ts'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import styles from './search.module.css'

export default function Page() {
  const { page } = usePage<PageData<'search'>>().data
  const suggestions = section(page, 'suggestions')
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} />
      <div className={styles.search}>
        <SearchPage site={siteSearch} placeholder={page.lead}>
          {suggestions?.items !== undefined && (
            <SearchForm>
              <h2 className={styles.label}>{suggestions.title}</h2>
              <Suggestions questions={suggestions.items.flatMap(({ title }) => title ?? [])} />
            </SearchForm>
          )}
        </SearchPage>
      </div>
    </>
  )
}
