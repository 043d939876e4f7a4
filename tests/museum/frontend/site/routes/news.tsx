// News, newest first, twelve to a page.

import { useHref, usePage } from '@portico/app/page'
import { Pagination } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { ArticleList } from '#/ui/ArticleList/ArticleList.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'

export default function Page() {
  const { data } = usePage<PageData<'news'>>()
  const href = useHref()
  const { items, page = 1, pages = 1 } = data.list
  return (
    <>
      <PageHead title={data.page.title} lead={page === 1 ? data.page.lead : undefined} />
      <ArticleList items={items} heading="h2" />
      <Pagination page={page} pages={pages} href={(target) => href('news', { page: String(target) })} />
    </>
  )
}
