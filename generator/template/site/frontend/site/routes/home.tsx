// Home: the subject of the site, its points, and the newest articles.

// @part news
import { Trans } from '@lingui/react/macro'
// @end
import { usePage } from '@portico/app/page'
// @part news
import { useHref } from '@portico/app/page'
import { ArrowLink } from '@portico/app/ui'
// @end
import { Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
// @part news
import { ArticleList } from '#/ui/ArticleList/ArticleList.tsx'
// @end
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import styles from './home.module.css'

export default function Page() {
  const { data } = usePage<PageData<'home'>>()
  // @part news
  const href = useHref()
  // @end
  const { page } = data
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      {page.points !== undefined && (
        <ul className={styles.points}>
          {page.points.map(({ title, text }) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
      <Prose>
        <Html field="page.body" />
      </Prose>
      {/* @part news */}
      <section className={styles.news}>
        <h2>
          <Trans>News</Trans>
        </h2>
        <ArticleList items={data.news} heading="h3" />
        <ArrowLink href={href('news')}>
          <Trans>All news</Trans>
        </ArrowLink>
      </section>
      {/* @end */}
    </>
  )
}
