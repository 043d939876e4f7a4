// Send a business plan.

import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { MessagePage } from '#/features/message/message-page.tsx'
import { PlanForm } from '#/features/message/plan-form.tsx'

export default function Page() {
  const { data } = usePage<PageData<'message-bp'>>()
  return (
    <MessagePage page={data.page}>
      <PlanForm />
    </MessagePage>
  )
}
