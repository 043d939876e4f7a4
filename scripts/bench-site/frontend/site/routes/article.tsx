// An article: breadcrumb, date and tags, body, five related ones.

import { Trans } from '@lingui/react/macro'
import { useHref, usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import { ArticleList } from '#/parts/article-list.tsx'
import { Breadcrumb } from '#/parts/breadcrumb.tsx'
import type { PageData } from '#/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'article'>>()
  const href = useHref()
  const { entry, related } = data
  return (
    <>
      <Breadcrumb title={entry.title}>
        <li>
          <a href={href('articles')}>
            <Trans>Articles</Trans>
          </a>
        </li>
      </Breadcrumb>
      <article>
        <h1>{entry.title}</h1>
        <p className="article-facts">
          <time dateTime={entry.date.value}>{entry.date.text}</time> {(entry.tags ?? []).join(' · ')}
        </p>
        <Html className="article-body" field="entry.body" />
      </article>
      <aside className="related">
        <h2>
          <Trans>Related articles</Trans>
        </h2>
        <ArticleList items={related} />
      </aside>
    </>
  )
}
