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
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import styles from './not-found.module.css'

export default function Page() {
  const { page } = usePage<PageData<'not-found'>>().data
  const href = useHref()
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
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
