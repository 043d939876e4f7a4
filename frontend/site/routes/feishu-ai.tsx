// The assistant inside Feishu.

import { Chat } from '@portico/app/chat'
import { usePage } from '@portico/app/page'
import { FeishuAssistant } from '#/features/feishu/feishu-assistant.tsx'
import { FeishuPage } from '#/features/feishu/feishu-page.tsx'
import { suggestions } from '#/labels/suggestions.ts'
import type { PageData } from '#/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'feishu-ai'>>()
  const { page, chat } = data
  return (
    <FeishuPage page={page}>
      <FeishuAssistant>
        <Chat search="search" letter="message-work" suggestions={suggestions(chat)} compact />
      </FeishuAssistant>
    </FeishuPage>
  )
}
