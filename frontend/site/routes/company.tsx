// A company: its name over its signature, its facts, its story, and the site's other content on it.

import { usePage } from '@portico/app/page'
import { CompanyHead } from '#/features/company/company-head.tsx'
import { CompanyPager } from '#/features/company/company-pager.tsx'
import { CompanyStory } from '#/features/company/company-story.tsx'
import { Elsewhere } from '#/features/company/elsewhere.tsx'
import { RelatedCompanies } from '#/features/company/related-companies.tsx'
import type { PageData } from '#/queries.ts'
import { Quote } from '#/ui/Quote/Quote.tsx'

export default function Page() {
  const { data } = usePage<PageData<'company'>>()
  const { entry, cases, news, related, neighbours } = data
  return (
    <>
      <CompanyHead company={entry} />
      <CompanyStory company={entry} />
      {entry.quote !== undefined && <Quote text={entry.quote.text} by={entry.quote.by} size="large" />}
      <Elsewhere cases={cases.items} news={news.items} />
      <RelatedCompanies industry={entry.industry} items={related} />
      <CompanyPager neighbours={neighbours} />
    </>
  )
}
