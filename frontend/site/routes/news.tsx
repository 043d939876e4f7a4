// News, newest first, eight to a page: the newest headline as the lead, the others by year.
//
// The list is in pages, so there is no filter by kind: it would search one page and seem to search
// all. A piece's kind is shown beside its date.

import { useHref, usePage } from '@portico/app/page'
import { Html, Pagination } from '@portico/app/ui'
import { byYear } from '#/features/news/by-year.ts'
import { LeadStory } from '#/features/news/lead-story.tsx'
import { NewsYear } from '#/features/news/news-year.tsx'
import type { PageData } from '#/queries.ts'
import { SmallHead } from '#/ui/SmallHead/SmallHead.tsx'

export default function Page() {
  const { data } = usePage<PageData<'news'>>()
  const href = useHref()
  const { page, list } = data
  const { page: number = 1, pages = 1 } = list
  const first = number === 1
  const [lead] = list.items
  return (
    <>
      <SmallHead title={page.title} lead={first ? page.lead : undefined}>
        {first ? <Html field="page.body" /> : undefined}
      </SmallHead>
      {first && lead !== undefined && <LeadStory item={lead} />}
      {byYear(first ? list.items.slice(1) : list.items).map(({ year, items }) => (
        <NewsYear year={year} items={items} key={year} />
      ))}
      <Pagination page={number} pages={pages} href={(target) => href('news', { page: String(target) })} />
    </>
  )
}
