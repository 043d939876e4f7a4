// Sign in: an e-mail address, and a code that is sent to it.

import { LoginForm } from '@portico/app/features/login/login-form.tsx'
import { usePage } from '@portico/app/page/page.tsx'
import { Html } from '@portico/app/ui/Html/Html.tsx'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'

export default function Page() {
  const { page } = usePage<PageData<'login'>>().data
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      <LoginForm />
      <Prose size="small">
        <Html field="page.body" />
      </Prose>
    </>
  )
}
