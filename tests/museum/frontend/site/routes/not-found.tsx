// The page for a path that leads nowhere. The document is the same for all such paths.

import { Trans } from '@lingui/react/macro'
import { useHref, usePage } from '@portico/app/page'
import { ArrowLink } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'

export default function Page() {
  const { page } = usePage<PageData<'not-found'>>().data
  const href = useHref()
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      <ArrowLink href={href('home')}>
        <Trans>Home</Trans>
      </ArrowLink>
    </>
  )
}
