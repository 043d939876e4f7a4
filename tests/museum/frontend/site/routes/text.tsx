// A page of running text alone, with its date: agreements.

import { Trans } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'

export default function Page() {
  const { page } = usePage<PageData<'privacy'>>().data
  const date = page.updatedAt
  return (
    <>
      <PageHead title={page.title} lead={page.lead}>
        {date !== undefined && (
          <p>
            <Trans>
              Version of <time dateTime={date.value}>{date.text}</time>
            </Trans>
          </p>
        )}
      </PageHead>
      <Prose size="small">
        <Html field="page.body" />
      </Prose>
    </>
  )
}
