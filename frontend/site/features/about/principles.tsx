// The firm's rules: the heading stays on the left while the rules go by.

import type { PageSection } from '#/labels/page-sections.ts'
import { NumberedList } from '#/ui/NumberedList/NumberedList.tsx'
import styles from './principles.module.css'

export function Principles({ part }: { part: PageSection }) {
  return (
    <section className={styles.principles} data-ground="foam">
      <div className={styles.head}>
        <h2 className={styles.title}>{part.title}</h2>
        {part.text !== undefined && <p>{part.text}</p>}
      </div>
      <NumberedList items={part.items ?? []} size="large" />
    </section>
  )
}
