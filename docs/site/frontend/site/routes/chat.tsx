// The assistant, which answers from the documents.

import { Chat } from '@portico/app/chat'
import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'

export default function Page() {
  const { page } = usePage<PageData<'chat'>>().data
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      <Chat search="search" letter="help" suggestions={{ title: page.questionsTitle, questions: page.questions ?? [] }} />
      <Prose size="small">
        <Html field="page.body" />
      </Prose>
    </>
  )
}
