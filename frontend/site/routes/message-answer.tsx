// The page that a browser without JavaScript shows after a message was sent: that it has arrived,
// or that it was refused, with a remedy.

import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'

export default function Page() {
  const { page } = usePage<PageData<'message-bp-sent'>>().data
  return (
    <PageHead kicker={page.kicker} title={page.title} lead={page.lead}>
      <Prose size="small">
        <Html field="page.body" />
      </Prose>
    </PageHead>
  )
}
