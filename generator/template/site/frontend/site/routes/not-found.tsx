// The page for a path that leads nowhere. The document is the same for all such paths.

import { Trans } from '@lingui/react/macro'
import { usePage } from '@portico/app/page/page.tsx'
import { useHref } from '@portico/app/page/paths.ts'
import { ArrowLink } from '@portico/app/ui/ArrowLink/ArrowLink.tsx'
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
