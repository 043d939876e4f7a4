// Send a business plan.

import { usePage } from '@portico/app/page'
import { MessagePage } from '#/features/message/message-page.tsx'
import { PlanForm } from '#/features/message/plan-form.tsx'
import type { PageData } from '#/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'message-bp'>>()
  return <MessagePage page={data.page} form={<PlanForm definition={data.form} sent={data.sent.lead} />} />
}
