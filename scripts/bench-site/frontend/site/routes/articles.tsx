// A list of articles, twenty to a page.

import { Trans, useLingui } from '@lingui/react/macro'
import { useHref, usePage } from '@portico/app/page'
import { ArticleList } from '#/parts/article-list.tsx'
import { Breadcrumb } from '#/parts/breadcrumb.tsx'
import type { PageData } from '#/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'articles'>>()
  const { t } = useLingui()
  const href = useHref()
  const { items, page = 1, pages = 1 } = data.list
  const pageHref = (number: number) => href('articles', { page: String(number) })
  return (
    <>
      <Breadcrumb title={data.page.title} />
      <h1>{data.page.title}</h1>
      <ArticleList items={items} />
      <nav className="pages" aria-label={t`Pages`}>
        {page > 1 && (
          <a href={pageHref(page - 1)} rel="prev">
            <Trans>Newer</Trans>
          </a>
        )}{' '}
        <Trans>
          Page {page} of {pages}
        </Trans>{' '}
        {page < pages && (
          <a href={pageHref(page + 1)} rel="next">
            <Trans>Older</Trans>
          </a>
        )}
      </nav>
    </>
  )
}
