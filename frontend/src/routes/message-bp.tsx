// Send a business plan.

import { MessagePage } from '#/features/message/message-page.tsx'
import { PlanForm } from '#/features/message/plan-form.tsx'
import { usePage } from '#/page/page.tsx'
import type { PageData } from '#/page/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'message-bp'>>()
  return (
    <MessagePage page={data.page}>
      <PlanForm />
    </MessagePage>
  )
}
