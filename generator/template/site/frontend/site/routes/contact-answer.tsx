// What a browser without JavaScript shows after a message: that it has arrived, or that it was not
// taken and what to do.

import { usePage } from '@portico/app/page/page.tsx'
import { Html } from '@portico/app/ui/Html/Html.tsx'
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
