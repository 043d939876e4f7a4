// The assistant: a field, its limits in one line beneath, questions to start with, and the
// conversation.

import { Chat } from '@portico/app/chat'
import { usePage } from '@portico/app/page'
import { Asking } from '#/features/asking/asking.tsx'
import { Limits } from '#/features/chat/limits.tsx'
import { section } from '#/labels/page-sections.ts'
import { suggestions } from '#/labels/suggestions.ts'
import type { PageData } from '#/queries.ts'

export default function Page() {
  const { page } = usePage<PageData<'chat'>>().data
  const limits = section(page, 'limits')
  return (
    <Asking title={page.title} lead={page.lead}>
      <Chat search="search" letter="message-work" suggestions={suggestions(page)} limits={limits && <Limits part={limits} />} />
    </Asking>
  )
}
