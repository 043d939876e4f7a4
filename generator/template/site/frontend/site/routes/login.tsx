// Sign in: an e-mail address, and a code that is sent to it.

import { LoginForm } from '@portico/app/members'
import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'

export default function Page() {
  const { page } = usePage<PageData<'login'>>().data
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      <LoginForm />
      <Prose size="small" beside>
        <Html field="page.body" />
      </Prose>
    </>
  )
}
