// Send a business plan.

import { usePage } from '@portico/app/page'
import { MessagePage } from '#/features/message/message-page.tsx'
import { OwnTide } from '#/features/message/own-tide.tsx'
import { PlanForm } from '#/features/message/plan-form.tsx'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'message-bp'>>()
  const tide = section(data.page, 'own-tide')
  return (
    <MessagePage page={data.page} form={<PlanForm definition={data.form} sent={data.sent.lead} />}>
      {tide !== undefined && <OwnTide part={tide} />}
    </MessagePage>
  )
}
