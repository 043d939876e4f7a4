// Home: the site's subject, and the newest articles.

import { usePage } from '@portico/app/page'
import { ArticleList } from '#/parts/article-list.tsx'
import type { PageData } from '#/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'home'>>()
  return (
    <>
      <h1>{data.page.title}</h1>
      <p>{data.page.summary}</p>
      <ArticleList items={data.latest} />
    </>
  )
}
