// The page after a message from a browser without JavaScript: the message has arrived, or it was
// refused, with the next step.

import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'

export default function Page() {
  const { page } = usePage<PageData<'contact-sent'>>().data
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      <Prose size="small">
        <Html field="page.body" />
      </Prose>
    </>
  )
}
