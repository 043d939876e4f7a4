// The assistant inside Feishu.

import { usePage } from '@portico/app/page/page.tsx'
import { Conversation } from '#/features/chat/conversation.tsx'
import { FeishuAssistant } from '#/features/feishu/feishu-assistant.tsx'
import { FeishuPage } from '#/features/feishu/feishu-page.tsx'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'feishu-ai'>>()
  const { page, chat } = data
  return (
    <FeishuPage page={page}>
      <FeishuAssistant>
        <Conversation suggestions={section(chat, 'suggestions')} />
      </FeishuAssistant>
    </FeishuPage>
  )
}
