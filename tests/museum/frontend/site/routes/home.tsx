// Home: the museum in a sentence, the exhibitions that its text names, the newest articles.

import { Trans } from '@lingui/react/macro'
import { useHref, usePage } from '@portico/app/page'
import { ArrowLink, Html } from '@portico/app/ui'
import { phaseOf, useToday } from '#/features/exhibitions/phase.ts'
import type { PageData } from '#/queries.ts'
import { ArticleList } from '#/ui/ArticleList/ArticleList.tsx'
import { ExhibitionGrid } from '#/ui/ExhibitionCard/ExhibitionCard.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Quay } from '#/ui/Quay/Quay.tsx'
import styles from './home.module.css'

export default function Page() {
  const { page, news } = usePage<PageData<'home'>>().data
  const href = useHref()
  const today = useToday()
  const featured = page.featured ?? []
  const shown = today === undefined ? featured : featured.filter((item) => phaseOf(item, today) !== 'past')
  return (
    <>
      <header className={styles.opening}>
        <h1>{page.title}</h1>
        <p className={styles.lead}>{page.lead}</p>
        <Quay />
      </header>
      <section className={styles.part} aria-labelledby="exhibitions">
        <h2 id="exhibitions">
          <Trans>Exhibitions</Trans>
        </h2>
        <ExhibitionGrid items={shown} heading="h3" />
        <ArrowLink href={href('exhibitions')}>
          <Trans>All exhibitions</Trans>
        </ArrowLink>
      </section>
      <div className={styles.part}>
        <Prose>
          <Html field="page.body" />
        </Prose>
        <ArrowLink href={href('visit')}>
          <Trans>Hours, prices and the way here</Trans>
        </ArrowLink>
      </div>
      <section className={styles.part} aria-labelledby="news">
        <h2 id="news">
          <Trans>News</Trans>
        </h2>
        <ArticleList items={news} heading="h3" />
        <ArrowLink href={href('news')}>
          <Trans>All news</Trans>
        </ArrowLink>
      </section>
    </>
  )
}
