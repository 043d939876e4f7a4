// What both message pages share: the head, what to send, and on a field of its own the form, with
// what happens then beside it.

import { Trans } from '@lingui/react/macro'
import { Html } from '@portico/app/ui/Html/Html.tsx'
import type { ReactNode } from 'react'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { NumberedList } from '#/ui/NumberedList/NumberedList.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './message-page.module.css'

export type MessagePageProps = {
  page: PageData<'message-bp'>['page']
  /** Content between the head and the form, on one of the two pages. */
  before?: ReactNode
  /** The form. */
  children: ReactNode
}

export function MessagePage({ page, before, children }: MessagePageProps) {
  const what = section(page, 'what-to-send')
  const then = section(page, 'what-happens')
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} size="display">
        <Prose size="small">
          <Html field="page.body" />
        </Prose>
      </PageHead>
      {before}
      {what?.items !== undefined && (
        <Section label={what.title} aside={what.text} layout="wide">
          <NumberedList items={what.items} flow="columns" />
        </Section>
      )}
      <Section label={<Trans>The form</Trans>} ground="foam" layout="wide">
        <div className={styles.form}>
          {children}
          {then?.items !== undefined && (
            <div className={styles.then}>
              <h2 className={styles.title}>{then.title}</h2>
              {then.text !== undefined && <p>{then.text}</p>}
              <NumberedList items={then.items} />
            </div>
          )}
        </div>
      </Section>
    </>
  )
}
