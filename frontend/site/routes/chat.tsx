// The assistant: the conversation, and in the margin what it can and cannot do; on a phone beneath.

import { usePage } from '@portico/app/page/page.tsx'
import { Conversation } from '#/features/chat/conversation.tsx'
import { Limits } from '#/features/chat/limits.tsx'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import styles from './chat.module.css'

export default function Page() {
  const { data } = usePage<PageData<'chat'>>()
  const { page } = data
  const limits = section(page, 'limits')
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} size="display" />
      <div className={styles.chat}>
        <Conversation suggestions={section(page, 'suggestions')} />
        {limits !== undefined && (
          <section className={styles.limits}>
            <h2 className={styles.title}>{limits.title}</h2>
            <Limits part={limits} />
          </section>
        )}
      </div>
    </>
  )
}
