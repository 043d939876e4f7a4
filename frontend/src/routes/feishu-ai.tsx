// The assistant inside Feishu.

import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { Conversation } from '#/features/chat/conversation.tsx'
import { FeishuPage } from '#/features/feishu/feishu-page.tsx'
import { section } from '#/features/sections/sections.ts'

export default function Page() {
  const { data } = usePage<PageData<'feishu-ai'>>()
  const { page, chat } = data
  return (
    <FeishuPage page={page}>
      <Conversation suggestions={section(chat, 'suggestions')} />
    </FeishuPage>
  )
}
