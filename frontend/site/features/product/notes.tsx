// A part of the page as items: how to read a column of figures, the next steps.

import type { PageSection } from '#/labels/page-sections.ts'
import styles from './notes.module.css'

export type NotesProps = {
  part: PageSection
  /**
   * `terms` are set side by side in small print, `dates` one under the other with the date large.
   */
  set: 'terms' | 'dates'
}

export function Notes({ part, set }: NotesProps) {
  return (
    <dl className={styles.notes} data-set={set}>
      {part.items?.map((item) => (
        <div className={styles.note} key={item.title}>
          <dt className={styles.title}>{item.title}</dt>
          <dd>{item.text}</dd>
        </div>
      ))}
    </dl>
  )
}
