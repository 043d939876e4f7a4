// The results of a search; before anything is asked, questions that find something.

import { Suggestions } from '@portico/app/chat'
import { usePage } from '@portico/app/page'
import { SearchForm, SearchPage } from '@portico/app/search'
import { siteSearch } from '#/labels/site-search.ts'
import { suggestions } from '#/labels/suggestions.ts'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import styles from './search.module.css'

export default function Page() {
  const { page } = usePage<PageData<'search'>>().data
  const start = suggestions(page)
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} />
      <div className={styles.search}>
        <SearchPage site={siteSearch} placeholder={page.lead}>
          {start !== undefined && (
            <SearchForm>
              <h2 className={styles.label}>{start.title}</h2>
              <Suggestions questions={start.questions} />
            </SearchForm>
          )}
        </SearchPage>
      </div>
    </>
  )
}
