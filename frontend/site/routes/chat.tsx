// The assistant: the conversation, and in the margin its abilities and limits; on a phone beneath.

import { Chat } from '@portico/app/chat'
import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import { Limits } from '#/features/chat/limits.tsx'
import { section } from '#/labels/page-sections.ts'
import { suggestions } from '#/labels/suggestions.ts'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import styles from './chat.module.css'

export default function Page() {
  const { data } = usePage<PageData<'chat'>>()
  const { page } = data
  const limits = section(page, 'limits')
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} />
      <div className={styles.chat}>
        <Chat search="search" letter="message-work" suggestions={suggestions(page)} />
        {limits !== undefined && (
          <section className={styles.limits}>
            <h2 className={styles.title}>{limits.title}</h2>
            <Limits part={limits} />
            <Html field="page.body" />
          </section>
        )}
      </div>
    </>
  )
}
