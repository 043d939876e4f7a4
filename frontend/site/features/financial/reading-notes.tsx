// How to read the figures: the page's own text, and beside it the meaning of each word.

import { Html } from '@portico/app/ui'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import styles from './reading-notes.module.css'

export function ReadingNotes({ page }: { page: PageData<'financial'>['page'] }) {
  const reading = section(page, 'reading')
  return (
    <div className={styles.notes}>
      <Prose>
        {reading?.text !== undefined && <Paragraphs text={reading.text} />}
        <Html field="page.body" />
      </Prose>
      {reading?.items !== undefined && (
        <dl className={styles.words}>
          {reading.items.map((item) => (
            <div className={styles.word} key={item.title}>
              <dt className={styles.name}>{item.title}</dt>
              <dd className={styles.meaning}>{item.text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
