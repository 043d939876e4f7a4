// A page inside Feishu: its head, what it is for, and beside that, where the window is wide enough,
// how it is used, step by step, with what else its own text says.

import { Html } from '@portico/app/ui/Html/Html.tsx'
import type { ReactNode } from 'react'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { NumberedList } from '#/ui/NumberedList/NumberedList.tsx'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import { QuietHead } from '#/ui/QuietHead/QuietHead.tsx'
import styles from './feishu-page.module.css'

export type FeishuPageProps = { page: PageData<'feishu-supplier'>['page']; children: ReactNode }

export function FeishuPage({ page, children }: FeishuPageProps) {
  const how = section(page, 'how')
  return (
    <>
      <QuietHead kicker={page.kicker} title={page.title} lead={page.lead} />
      <div className={styles.page}>
        <div className={styles.matter}>{children}</div>
        <section className={styles.how}>
          {how !== undefined && <h2 className={styles.title}>{how.title}</h2>}
          {how?.items !== undefined && <NumberedList items={how.items} />}
          <Prose size="small">
            {how?.text !== undefined && <Paragraphs text={how.text} />}
            <Html field="page.body" />
          </Prose>
        </section>
      </div>
    </>
  )
}
