// Work with us: open roles, and a message for a job or a cooperation.

import { usePage } from '@portico/app/page'
import { MessagePage } from '#/features/message/message-page.tsx'
import { Roles } from '#/features/message/roles.tsx'
import { WorkForm } from '#/features/message/work-form.tsx'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'message-work'>>()
  const roles = section(data.page, 'roles')
  return (
    <MessagePage page={data.page} form={<WorkForm definition={data.form} sent={data.sent.lead} />}>
      {roles !== undefined && <Roles part={roles} />}
    </MessagePage>
  )
}
