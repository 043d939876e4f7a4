// The assistant.

import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { Conversation } from '#/features/chat/conversation.tsx'
import { Limits } from '#/features/chat/limits.tsx'
import { section } from '#/features/sections/sections.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'chat'>>()
  const { page } = data
  const limits = section(page, 'limits')
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} />
      <Section label={limits?.title ?? page.title} aside={limits !== undefined && <Limits part={limits} />}>
        <Conversation suggestions={section(page, 'suggestions')} />
      </Section>
    </>
  )
}
