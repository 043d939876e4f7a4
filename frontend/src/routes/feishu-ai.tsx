// The assistant inside Feishu.

import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { Conversation } from '#/features/chat/conversation.tsx'
import { section } from '#/features/sections/sections.ts'
import { Html } from '#/ui/Html/Html.tsx'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import { QuietHead } from '#/ui/QuietHead/QuietHead.tsx'

export default function Page() {
  const { data } = usePage<PageData<'feishu-ai'>>()
  const { page, chat } = data
  const how = section(page, 'how')
  return (
    <>
      <QuietHead kicker={page.kicker} title={page.title} lead={page.lead} />
      <Conversation suggestions={section(chat, 'suggestions')} />
      <Prose size="small">
        {how !== undefined && <h2>{how.title}</h2>}
        {how?.text !== undefined && <Paragraphs text={how.text} />}
        <Html field="page.body" />
      </Prose>
    </>
  )
}
