// How a message stands that somebody has sent: where the link of its confirmation leads.

import { MessageState } from '@portico/app/features/message/message-state.tsx'
import { usePage } from '@portico/app/page/page.tsx'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'

export default function Page() {
  const { page } = usePage<PageData<'message-state'>>().data
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      <MessageState />
    </>
  )
}
