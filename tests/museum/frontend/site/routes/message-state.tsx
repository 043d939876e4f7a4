// The state of a message: the link in its confirmation opens this page.

import { MessageState } from '@portico/app/forms'
import { usePage } from '@portico/app/page'
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
