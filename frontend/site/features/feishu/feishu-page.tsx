// A page inside Feishu, where space is limited: a line with its title, then its purpose. Its
// instructions are below, closed, with the rest of its own text.

import { Hidden, Html } from '@portico/app/ui'
import type { ReactNode } from 'react'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { NumberedList } from '#/ui/NumberedList/NumberedList.tsx'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import styles from './feishu-page.module.css'

export type FeishuPageProps = { page: PageData<'feishu-supplier'>['page']; children: ReactNode }

export function FeishuPage({ page, children }: FeishuPageProps) {
  const how = section(page, 'how')
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.title}>{page.title}</h1>
        {page.lead !== undefined && <p className={styles.lead}>{page.lead}</p>}
      </header>
      {children}
      {how !== undefined && (
        <details className={styles.how}>
          <summary className={styles.summary}>{how.title}</summary>
          {/* A summary is a button to assistive technology, and the list's headings need one above. */}
          <h2>
            <Hidden>{how.title}</Hidden>
          </h2>
          {how.items !== undefined && <NumberedList items={how.items} />}
          <Prose size="small">
            {how.text !== undefined && <Paragraphs text={how.text} />}
            <Html field="page.body" />
          </Prose>
        </details>
      )}
    </>
  )
}
