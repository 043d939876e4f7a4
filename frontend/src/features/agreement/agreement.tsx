// An agreement: its date, and its text.

import { Trans } from '@lingui/react/macro'
import type { PageData } from '#/app/queries.ts'
import { Html } from '#/ui/Html/Html.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { QuietHead } from '#/ui/QuietHead/QuietHead.tsx'

export function Agreement({ page }: { page: PageData<'terms'>['page'] }) {
  const date = page.updatedAt
  return (
    <>
      <QuietHead
        kicker={page.kicker}
        title={page.title}
        lead={page.lead}
        note={
          date !== undefined && (
            <Trans>
              As of <time dateTime={date.value}>{date.text}</time>
            </Trans>
          )
        }
      />
      <Prose size="small">
        <Html field="page.body" />
      </Prose>
    </>
  )
}
