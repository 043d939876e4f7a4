// Home: the sentence of the site, its points, the newest articles, and where to find its people.

import { Trans } from '@lingui/react/macro'
import { usePage, useSite } from '@portico/app/page'
// @part news
import { useHref } from '@portico/app/page'
import { ArrowLink } from '@portico/app/ui'
// @end
import { Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
// @part news
import { ArticleList } from '#/ui/ArticleList/ArticleList.tsx'
// @end
import { Colonnade } from '#/ui/Colonnade/Colonnade.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import styles from './home.module.css'

export default function Page() {
  const { data } = usePage<PageData<'home'>>()
  const { email } = useSite()
  // @part news
  const href = useHref()
  // @end
  const { page } = data
  return (
    <>
      <PageHead title={page.lead ?? page.title} size="display" />
      {/* @part news */}
      <Colonnade texts={data.pages.total + data.articles.total} />
      {/* @end */}
      {/* @part !news */}
      <Colonnade texts={data.pages.total} />
      {/* @end */}
      <Prose>
        <Html field="page.body" />
      </Prose>
      <ol className={styles.points}>
        {page.points?.map(({ title, text }) => (
          <li key={title}>
            <div className={styles.point}>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      {/* @part news */}
      <section className={styles.part}>
        <h2>
          <Trans>News</Trans>
        </h2>
        <ArticleList items={data.news} heading="h3" lead />
        <ArrowLink href={href('news')}>
          <Trans>All news</Trans>
        </ArrowLink>
      </section>
      {/* @end */}
      <section className={styles.part}>
        <h2>
          <Trans>How to reach us</Trans>
        </h2>
        <dl className={styles.facts}>
          {page.facts?.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
          <div>
            <dt>
              <Trans>E-mail</Trans>
            </dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        </dl>
      </section>
    </>
  )
}
