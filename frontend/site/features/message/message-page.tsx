// The shared part of both message pages: the head, the form on a separate ground, beside it hints
// on the content and on the next steps, and the rest of the text below.

import { Trans } from '@lingui/react/macro'
import { Html } from '@portico/app/ui'
import type { ReactNode } from 'react'
import { type PageSection, section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { NumberedList } from '#/ui/NumberedList/NumberedList.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './message-page.module.css'

export type MessagePageProps = {
  page: PageData<'message-bp'>['page']
  /** The form. */
  form: ReactNode
  /** Content above it: the open roles, the drawing of a founder's figures. */
  children?: ReactNode
}

export function MessagePage({ page, form, children }: MessagePageProps) {
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} />
      {children}
      <section className={styles.form} id="letter" data-ground="foam">
        {form}
        <div className={styles.beside}>
          <Steps part={section(page, 'what-to-send')} />
          <Steps part={section(page, 'what-happens')} />
        </div>
      </section>
      <Section label={<Trans>Good to know</Trans>} rule="plain">
        <Prose size="small">
          <Html field="page.body" />
        </Prose>
      </Section>
    </>
  )
}

function Steps({ part }: { part: PageSection | undefined }) {
  if (part?.items === undefined) return null
  return (
    <section>
      <h2 className={styles.title}>{part.title}</h2>
      {part.text !== undefined && <p>{part.text}</p>}
      <NumberedList items={part.items} />
    </section>
  )
}
