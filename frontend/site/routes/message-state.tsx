// The state of a sent message: the link of its confirmation leads here.

import { MessageState } from '@portico/app/forms'
import { usePage } from '@portico/app/page'
import type { PageData } from '#/queries.ts'
import { QuietHead } from '#/ui/QuietHead/QuietHead.tsx'

export default function Page() {
  const { page } = usePage<PageData<'message-state'>>().data
  return (
    <>
      <QuietHead kicker={page.kicker} title={page.title} lead={page.lead} />
      <MessageState />
    </>
  )
}
