// The page for a path that leads nowhere. The document is the same for all such paths.

import { Trans } from '@lingui/react/macro'
import { useHref, usePage } from '@portico/app/page'
// @part search
import { SearchField } from '@portico/app/search'
// @end
import { ArrowLink } from '@portico/app/ui'
// @part search
import { siteSearch } from '#/labels/site-search.ts'
// @end
import type { PageData } from '#/queries.ts'
import { Colonnade } from '#/ui/Colonnade/Colonnade.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import styles from './not-found.module.css'

export default function Page() {
  const { data } = usePage<PageData<'not-found'>>()
  const { page } = data
  const href = useHref()
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      {/* @part news */}
      <Colonnade texts={data.pages.total + data.articles.total} missing={4} />
      {/* @end */}
      {/* @part !news */}
      <Colonnade texts={data.pages.total} missing={4} />
      {/* @end */}
      {/* @part search */}
      <SearchField site={siteSearch} />
      {/* @end */}
      <p className={styles.home}>
        <ArrowLink href={href('home')}>
          <Trans>Home</Trans>
        </ArrowLink>
      </p>
    </>
  )
}
