// The people behind the site.

import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'

export default function Page() {
  const { page } = usePage<PageData<'about'>>().data
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      <Prose>
        <Html field="page.body" />
      </Prose>
    </>
  )
}
